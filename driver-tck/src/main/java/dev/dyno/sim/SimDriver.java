package dev.dyno.sim;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Driver of a simulated broker inside the JVM: {@code sim://NAME?key=value&…}. Clients opened on one name meet in the same
 * broker, which begins with the first of them and goes, messages and all, with the last. The settings may also be given as
 * properties; a later client gives the same ones or none.
 *
 * <p>On a {@link VirtualTime} everything happens as events of its thread and all times are exact; on another clock a thread
 * of the broker does it all, in order, listeners included: a listener that blocks stalls the broker.
 *
 * <p>The settings; durations are such as {@code 1s}, {@code 10ms}, {@code 500us}, {@code 100ns}:
 *
 * <dl>
 *   <dt>{@code service} (0ns)
 *   <dd>work on one message, at the end of which it is acknowledged: a duration, {@code uniform(50us,150us)} or {@code
 *       exponential(100us)}, or several, one after the other: {@code 10ms for 5s, then 1ms}. A message of a transaction is worked on when it is sent, and the commit once more.
 *   <dt>{@code servers} (1)
 *   <dd>{@code 1}: one message after another, a queue forms; {@code unlimited}: each at once.
 *   <dt>{@code delivery} (0ns)
 *   <dd>from the acknowledgement to the delivery; a stall does not hold it up.
 *   <dt>{@code stall} (never)
 *   <dd>{@code D every P from F}, several separated by commas; {@code from F} may be left out and is 0 then. The server does
 *       no work from the origin + F + kP - D until the origin + F + kP, for k = 1, 2, 3, …: the last D of each period. Work
 *       begun goes on afterwards; work that ends at the first moment of a stall is done; work of no length waits.
 *       {@code D at T}: once, for D from the origin + T.
 *   <dt>{@code origin} (the first connection)
 *   <dd>clock reading that {@code stall}, {@code lump} and {@code die} count from.
 *   <dt>{@code fail}, {@code lose}, {@code corrupt}, {@code duplicate}, {@code reorder} (never)
 *   <dd>{@code every N}: the N-th, 2N-th, …; or a probability, {@code 0.001} or {@code 1/1000}. Each counts the messages of
 *       the whole broker, in the order of their acknowledgement, that came through those before it in this list. {@code
 *       fail}: the send fails, or its transaction. {@code lose}: acknowledged, never delivered. {@code corrupt}: one byte of
 *       the body, at a drawn position, is changed. {@code duplicate}: delivered twice. {@code reorder}: delivered after the
 *       next message of its producer, or 100 ms later, in its place, if none comes.
 *   <dt>{@code seed} (1)
 *   <dd>of all that is drawn. Each setting draws from a stream of its own.
 *   <dt>{@code capacity} (0, no limit)
 *   <dd>most messages waiting or being worked on; further ones are refused by {@code trySend}, and wait in {@code send}.
 *   <dt>{@code prefetch} (1000)
 *   <dd>messages that wait inside a consumer that receives.
 *   <dt>{@code session} (0ns)
 *   <dd>how long the broker takes to notice that a connection broke: until then it holds the messages of that connection's
 *       consumers, those that wait inside them and those not acknowledged.
 *   <dt>{@code lump} (0ns)
 *   <dd>the broker answers in lumps, as one does that writes its journal for several messages together: all that was worked on
 *       since the last multiple of this duration after the origin is acknowledged at the next. {@code 0ns}: each at once.
 *   <dt>{@code lend} (no)
 *   <dd>{@code yes}: producers say that they {@link dev.dyno.driver.Producer#sendsAfterCompletions send after completions}, and
 *       the broker's thread is there for that after each.
 *   <dt>{@code die} (never)
 *   <dd>duration from the origin after which the broker is gone: connections break, sends under way fail, new connections
 *       are refused. {@code 0s}: no connection is ever accepted. What is not persistent is gone with it.
 *   <dt>{@code return} (never)
 *   <dd>duration from the origin after which a broker that has died is there again, with the persistent messages it had.
 * </dl>
 *
 * <p>A test can do the same and more through {@link SimBroker}: kill, restart, pause, resume, cut connections.
 */
public final class SimDriver implements Driver {

    /** For the driver folder and tests. */
    public SimDriver() {}

    @Override
    public DriverSettings settings(Map<String, String> preset) {
        return ScriptReader.SETTINGS;
    }

    @Override
    public Client open(ClientSpec spec) throws DriverException {
        final SimUrl url = SimUrl.parse("sim", spec.url(), spec.properties());
        final SimScript script = ScriptReader.read("sim://" + url.name(), url.settings());
        final String words = new TreeMap<>(url.settings())
                .entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", "));
        return new SimClient(SimBroker.join(url.name(), script, words, spec.time()));
    }
}
