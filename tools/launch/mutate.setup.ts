import fc from 'fast-check'

/** A mutant runs the tests again: samples of 200 ms each find what thousands of runs find, or other tests do. */
fc.configureGlobal({ interruptAfterTimeLimit: 200, markInterruptAsFailure: false })
