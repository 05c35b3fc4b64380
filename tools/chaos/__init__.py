"""Several servers under attack: processes killed and stopped, engines restarted, lines cut, and a check of it all."""
