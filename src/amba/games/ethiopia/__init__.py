"""Ethiopia 1935: the Italian invasion, October 1935 to May 1936, with James C. Gordon's six rules."""
