// The main function of a fuzzer that is fed its kept inputs and nothing else: see CorpusRunner.c.
