"""Card-table vocabulary that two or more games share; each piece moves here at its second use."""
