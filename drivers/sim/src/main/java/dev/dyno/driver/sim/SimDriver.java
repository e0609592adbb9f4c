package dev.dyno.driver.sim;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.Driver;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Driver of a simulated broker inside the JVM: {@code sim://NAME?key=value&…}. Clients with the same name
 * share a broker, which starts with the first of them and ends, with its messages, with the last. The settings may also be given
 * as properties; a later client must give the same ones or none.
 *
 * <p>On a {@link VirtualTime} everything happens as events of its thread and all times are exact; on another clock a thread
 * of the broker does everything in order, including listeners: a listener that blocks stalls the broker.
 *
 * <p>The settings, with durations like {@code 1s}, {@code 10ms}, {@code 500us} or {@code 100ns}:
 *
 * <dl>
 *   <dt>{@code service} (0ns)
 *   <dd>work on one message, at the end of which it is acknowledged: a duration, {@code uniform(50us,150us)} or {@code
 *       exponential(100us)}, or several, one after the other: {@code 10ms for 5s, then 1ms}. A message of a transaction is worked
 *       on when it is sent; the commit is work, too.
 *   <dt>{@code servers} (1)
 *   <dd>{@code 1}: one message after another, a queue forms; {@code unlimited}: each at once.
 *   <dt>{@code delivery} (0ns)
 *   <dd>time from the acknowledgement to the delivery; a stall does not delay it.
 *   <dt>{@code stall} (never)
 *   <dd>{@code D every P from F}, several separated by commas; {@code from F} may be left out and is then 0. The server does
 *       no work from the origin + F + kP - D until the origin + F + kP, for k = 1, 2, 3, …: the last D of each period. Work
 *       in progress continues afterwards; work that ends at the first moment of a stall is done; work of no length waits.
 *       {@code D at T}: once, for D from the origin + T.
 *   <dt>{@code origin} (the first connection)
 *   <dd>clock reading that {@code stall}, {@code lump} and {@code die} count from.
 *   <dt>{@code fail}, {@code lose}, {@code corrupt}, {@code duplicate}, {@code reorder} (never)
 *   <dd>{@code every N}: the N-th, 2N-th, …; or a probability, {@code 0.001} or {@code 1/1000}. Each counts the messages of
 *       the whole broker, in the order of their acknowledgement, that were not affected by those before it in this list. {@code
 *       fail}: the send fails, or its transaction. {@code lose}: acknowledged, never delivered. {@code corrupt}: one byte of
 *       the body, at a random position, is changed. {@code duplicate}: delivered twice. {@code reorder}: delivered after the
 *       next message of its producer, or 100 ms later, in its place, if there is none.
 *   <dt>{@code seed} (1)
 *   <dd>of all random numbers. Each setting has random numbers of its own.
 *   <dt>{@code capacity} (0, no limit)
 *   <dd>maximum number of messages waiting or being worked on; further ones are refused by {@code trySend}, and wait in {@code send}.
 *   <dt>{@code prefetch} (1000)
 *   <dd>maximum number of messages waiting inside a consumer that receives.
 *   <dt>{@code session} (0ns)
 *   <dd>time until the broker notices that a connection broke: until then it holds the messages of that connection's
 *       consumers, those that wait inside them and those not acknowledged.
 *   <dt>{@code lump} (0ns)
 *   <dd>the broker answers in lumps, like one that writes its journal for several messages together: all messages worked on
 *       since the last multiple of this duration after the origin is acknowledged at the next. {@code 0ns}: each at once.
 *   <dt>{@code lend} (no)
 *   <dd>{@code yes}: producers {@link dev.dyno.driver.Producer#sendsAfterCompletions send after completions}, on the broker's
 *       thread, after each completion.
 *   <dt>{@code die} (never)
 *   <dd>time from the origin after which the broker dies: connections break, sends in flight fail, new connections are
 *       refused. {@code 0s}: no connection is ever accepted. Messages that are not persistent are lost.
 *   <dt>{@code return} (never)
 *   <dd>time from the origin after which a dead broker starts again, with its persistent messages.
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
