import KymoTrials

/// Notes, complaints and progress of a trial go to standard error.
extension Console: TrialObserver {}
