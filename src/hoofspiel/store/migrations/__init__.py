"""Every change of the schema, in order; run when a store starts."""
