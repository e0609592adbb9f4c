package dev.dyno.pace;

import org.junit.jupiter.api.Nested;

/** The contract, for every kind of schedule and for rates that are awkward. */
class SchedulesTest {

    private static Schedule schedule(String text) {
        return (Schedule) Load.parse(text);
    }

    @Nested
    class RoundRate extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 30000/s");
        }
    }

    @Nested
    class HundredMillionPerSecond extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 100000000/s");
        }
    }

    @Nested
    class OnePerNanosecond extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 1000000000/s");
        }
    }

    @Nested
    class PrimeRate extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 999999937/s");
        }
    }

    @Nested
    class RateWithMillionths extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 98765.432101/s");
        }
    }

    @Nested
    class RateThatIsNoDecimal extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 1000/7ms");
        }
    }

    @Nested
    class RampUp extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 1000/s to 20000/s in 60s");
        }

        @Override
        long toleranceNs() {
            return 1;
        }
    }

    @Nested
    class RampDown extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 20000/s to 100.5/s in 10s");
        }

        @Override
        long toleranceNs() {
            return 1;
        }
    }

    @Nested
    class RampFromNothing extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 0/s to 333/s in 1500ms");
        }

        @Override
        long toleranceNs() {
            return 1;
        }
    }

    @Nested
    class LongFastRamp extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 100000000/s to 1000000000/s in 7d");
        }

        @Override
        long toleranceNs() {
            return 1;
        }
    }

    @Nested
    class LongFastRampDown extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 1000000000/s to 1/s in 7d");
        }

        @Override
        long toleranceNs() {
            return 1;
        }
    }

    @Nested
    class Steps extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule(
                    "steps 10/s for 1s, 1000/s for 500ms, 0/s for 10s, 0/s for 1s, 33.3/s for 3s");
        }
    }

    @Nested
    class Burst extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 50/s for 30s, 1000/s for 10s");
        }
    }

    @Nested
    class BurstThatBeginsWithAPause extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 0/s for 2s, 100000000/s for 1us, 0/s for 1ns, 1/7s for 11s");
        }
    }

    @Nested
    class BurstWithAFractionOfASendPerCycle extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 0.7/s for 333333ns, 999.999999/s for 7us");
        }
    }

    @Nested
    class LongBurstOfOddRates extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 999999937/s for 11d, 999983/s for 13d");
        }
    }

    /** The number of cycles before send 17 is 1000, and 999 in floating point. */
    @Nested
    class BurstWhoseCyclesAreEstimatedTooLow extends ScheduleContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 34/s for 500us, 0/s for 500us");
        }
    }

    @Nested
    class PoissonConstant extends CursorContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("constant 30000/s poisson");
        }
    }

    @Nested
    class PoissonRamp extends CursorContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("ramp 3000/s to 0.5/s in 2s poisson");
        }
    }

    @Nested
    class PoissonSteps extends CursorContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("steps 0/s for 1s, 10/s for 10s, 0/s for 3s, 100/s for 1s poisson");
        }
    }

    @Nested
    class PoissonBurst extends CursorContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 50/s for 300ms, 0/s for 1s, 1000/s for 100ms poisson");
        }
    }

    @Nested
    class PoissonBurstWithAFractionOfASendPerCycle extends CursorContract {
        @Override
        Schedule schedule() {
            return SchedulesTest.schedule("burst 0.7/s for 333333ns, 999.999999/s for 7us poisson");
        }
    }
}
