# Everything is done by run.py (standard library only); this file only gives it shorter names.
# Pass options on with ARGS, for example: make test ARGS="-k aeroponics"

PYTHON ?= python3

.PHONY: help lab test check bench remake
help:
	@$(PYTHON) run.py --help

lab:
	@$(PYTHON) run.py lab $(ARGS)

test:
	@$(PYTHON) run.py test $(ARGS)

check:
	@$(PYTHON) run.py check $(ARGS)

bench:
	@$(PYTHON) run.py bench $(ARGS)

remake:
	@$(PYTHON) run.py remake $(ARGS)
