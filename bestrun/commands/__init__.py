"""One module a command of the command line; each holds a click command named ``command``."""
