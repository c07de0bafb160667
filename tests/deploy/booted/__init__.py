"""What only a booted systemd does, tried by the manual's own lines: `make test-deploy`."""
