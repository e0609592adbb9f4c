package dev.dyno.model.pace;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, for every kind of schedule and for rates that are awkward. */
class SchedulesTest {

    @Nested
    @ParameterizedClass
    @ValueSource(
            strings = {
                "constant 30000/s",
                "constant 100000000/s",
                "constant 1000000000/s",
                // A prime number.
                "constant 999999937/s",
                "constant 98765.432101/s",
                // No decimal number a second.
                "constant 1000/7ms",
                "steps 10/s for 1s, 1000/s for 500ms, 0/s for 10s, 0/s for 1s, 33.3/s for 3s",
                "burst 50/s for 30s, 1000/s for 10s",
                "burst 0/s for 2s, 100000000/s for 1us, 0/s for 1ns, 1/7s for 11s",
                // A fraction of a send in a cycle.
                "burst 0.7/s for 333333ns, 999.999999/s for 7us",
                "burst 999999937/s for 11d, 999983/s for 13d",
                // The number of cycles before send 17 is 1000, and 999 in floating point.
                "burst 34/s for 500us, 0/s for 500us"
            })
    class Exact extends ScheduleContract {
        Exact(String text) {
            super(text, 0);
        }
    }

    @Nested
    @ParameterizedClass
    @ValueSource(
            strings = {
                "ramp 1000/s to 20000/s in 60s",
                "ramp 20000/s to 100.5/s in 10s",
                "ramp 0/s to 333/s in 1500ms",
                "ramp 100000000/s to 1000000000/s in 7d",
                "ramp 1000000000/s to 1/s in 7d"
            })
    class Ramps extends ScheduleContract {
        Ramps(String text) {
            super(text, 1);
        }
    }

    @Nested
    @ParameterizedClass
    @ValueSource(
            strings = {
                "constant 30000/s poisson",
                "ramp 3000/s to 0.5/s in 2s poisson",
                "steps 0/s for 1s, 10/s for 10s, 0/s for 3s, 100/s for 1s poisson",
                "burst 50/s for 300ms, 0/s for 1s, 1000/s for 100ms poisson",
                "burst 0.7/s for 333333ns, 999.999999/s for 7us poisson"
            })
    class Poisson extends CursorContract {
        Poisson(String text) {
            super(text);
        }
    }
}
