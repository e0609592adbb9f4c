package dev.dyno.model.pace;

/**
 * Send times of messages: the intended times of a {@link Schedule}, or all-out; before the load also a share of what the broker
 * holds, which becomes a schedule when that is known.
 *
 * <p>All-out is not a schedule, because it has no intended times: no send can be late, so there is no send delay and no response
 * time to report. Code must distinguish the two, and the compiler checks that it does.
 */
public sealed interface LoadShape permits LoadShape.AllOut, OfHeld, Schedule {

    /** All-out: as fast as the broker accepts messages. */
    LoadShape ALL_OUT = new AllOut();

    /**
     * Parses the text of a load; {@code toString} of what it returns gives a text that parses to an equal one.
     *
     * <pre>
     * all-out
     * constant 30000/s
     * ramp 1000/s to 20000/s in 60s
     * steps 1000/s for 30s, 2000/s for 30s        the last one holds
     * burst 50/s for 30s, 1000/s for 10s          over and over
     * constant 30000/s poisson                    any of them but all-out
     * </pre>
     *
     * @throws IllegalArgumentException with a sentence: which piece, what was given, what is allowed
     */
    static LoadShape parse(String text) {
        return new LoadText(text).load();
    }

    /** Distribution of its times around its rate. */
    ArrivalProcess arrivals();

    /** A copy with other arrivals, if it has a rate. */
    LoadShape withArrivals(ArrivalProcess other);

    /** All-out: as fast as the broker accepts messages. */
    record AllOut() implements LoadShape {

        @Override
        public ArrivalProcess arrivals() {
            return ArrivalProcess.REGULAR;
        }

        @Override
        public LoadShape withArrivals(ArrivalProcess other) {
            return this;
        }

        @Override
        public String toString() {
            return "all-out";
        }
    }
}
