#o=#c<ttcore.device@=<()>,>
