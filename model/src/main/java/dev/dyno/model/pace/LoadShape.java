package dev.dyno.model.pace;

/**
 * Shape of a load: a {@link Schedule} of intended send times, or all-out. Before the load it may also be {@link OfHeld}, a share
 * of the highest rate that the broker holds; a search makes a schedule of it.
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

    /** Distribution of the send times around the rate. */
    ArrivalProcess arrivals();

    /** A copy with other arrivals; all-out has no rate to vary and stays as it is. */
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
