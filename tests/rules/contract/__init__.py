"""What every game owes the engine: the parts from which `test_contract.py` and `test_contract_views.py` are made."""
