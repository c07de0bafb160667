"""What every game owes the engine: the parts from which `test_contract.py` is made."""
