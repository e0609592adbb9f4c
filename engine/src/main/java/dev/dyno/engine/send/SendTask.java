package dev.dyno.engine.send;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.LowerBounds;
import dev.dyno.engine.record.ProducerAccount;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A loop that sends the messages of one or more producers on a thread of its own.
 *
 * <p>Assumptions and guarantees: {@link #run} once; {@link #stop}, {@link #giveUp} and {@link #rateChanged} from any thread; the others after
 * {@link #run} has returned, or some time after {@link #giveUp}.
 */
public interface SendTask extends Runnable {

    /** Stops sending; messages in flight are still waited for. */
    void stop();

    /** Stops sending, and stops waiting for messages in flight. */
    void giveUp();

    /** Notes that the rate has another change. Any thread, any time. */
    void rateChanged();

    /** Messages sent so far, by producer. Any thread, any time. */
    List<ProducerAccount> accounts();

    List<ProducerAccount> accountsAtEnd();

    /** The longest gaps between acknowledgements, by producer; empty where no fault is expected. */
    List<LongestGap> gaps();

    /**
     * Counts the slots of its producers' schedules until the end of the load, or of this loop if that was earlier. To be called
     * once.
     *
     * @param owed number of subscriptions that a message to a destination has to reach
     * @param sink takes the messages that were due and not sent, or sent and not acknowledged
     */
    MessageStream.Slots slots(Function<Destination, Map<LowerBounds.Owed, Long>> owed, LowerBounds sink);
}
