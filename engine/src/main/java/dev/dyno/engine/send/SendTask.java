package dev.dyno.engine.send;

import dev.dyno.driver.Destination;
import dev.dyno.engine.record.LongestGap;
import dev.dyno.engine.record.ProducerAccount;
import dev.dyno.engine.record.Unfinished;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * A loop that sends the messages of one or more producers on a thread of its own.
 *
 * <p>Assumptions and guarantees: {@link #run} once; {@link #stop} and {@link #abandon} from any thread; the others after
 * {@link #run} has returned.
 */
public interface SendTask extends Runnable {

    /** No further message is sent; what is under way is waited for. */
    void stop();

    /** What is under way is not waited for any more. */
    void abandon();

    /** What its producers have sent so far; from any thread, at any time. */
    List<ProducerAccount> accounts();

    List<ProducerAccount> accountsAtEnd();

    /** The longest gaps between acknowledgements, of each producer; none where no fault is to be expected. */
    List<LongestGap> gaps();

    /** Adds how many sequences each of its producers has used so far; from any thread, at any time. */
    void addSequences(Map<Integer, Long> byProducer);

    /**
     * What became of the schedules of its producers until the load, or this loop before it, ended. To be called once.
     *
     * @param sink takes the messages that were due and not sent, or sent and not acknowledged
     */
    Outgoing.Slots slots(ToIntFunction<Destination> subscriptions, Unfinished sink);
}
