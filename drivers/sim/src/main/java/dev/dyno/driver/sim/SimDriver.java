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
 * Driver of a simulated broker inside the JVM: {@code sim://NAME?key=value&…}. Clients with the same name share a broker, which
 * starts with the first of them and ends, with its messages, with the last. The settings ({@link ScriptReader}) may also be given
 * as properties; a later client must give the same ones or none.
 *
 * <p>On a {@link VirtualTime} everything happens as events of its thread and all times are exact; on another clock a thread
 * of the broker does everything in order, including listeners: a listener that blocks stalls the broker.
 *
 * <p>A message is acknowledged at the end of the work on it ({@code service}). One of a transaction is worked on when it is sent;
 * the commit is work, too. Work stops during a {@linkplain ScriptedStalls stall}; the {@code delivery} after it does not. With
 * {@code capacity}, further messages are refused by {@code trySend}, and wait in {@code send}.
 *
 * <p>The faults {@code fail}, {@code lose}, {@code corrupt}, {@code duplicate} and {@code reorder} each count the messages of the
 * whole broker, in the order of their acknowledgement, that were not affected by those before it in this list. {@code fail}: the
 * send fails, or its transaction. {@code corrupt}: one byte of the body, at a random position, is changed. {@code reorder}:
 * delivered after the next message of its producer, or 100 ms later, in its place, if there is none. Each setting has random
 * numbers of its own.
 *
 * <p>When the broker dies ({@code die}), connections break, sends in flight fail, new connections are refused, and messages that
 * are not persistent are lost. Until {@code session} has passed, the messages of a broken connection's consumers are held: those
 * that wait inside them, and those not acknowledged.
 *
 * <p>A test can do the same and more through {@link SimBroker}: kill, restart, pause, resume, cut connections.
 */
public final class SimDriver implements Driver {

    /** Constructor for the class loader of drivers, and for tests. */
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
