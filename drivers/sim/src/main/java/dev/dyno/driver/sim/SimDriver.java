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
 * <p>On a {@link VirtualTime} all work is done as events of its one thread, and all times are exact. On any other clock a thread
 * of the broker does all work in order, and calls the listeners, too: a listener that blocks stalls the broker.
 *
 * <p>A message is acknowledged at the end of the work on it ({@code service}). Work on a message of a transaction begins when it
 * is sent; the commit is work, too. Work stops during a {@linkplain ScriptedStalls stall}; the time {@code delivery}, from the
 * acknowledgement to the delivery, continues. When {@code capacity} messages wait or are worked on, {@code trySend} refuses
 * further ones, and {@code send} waits.
 *
 * <p>The faults {@code fail}, {@code lose}, {@code corrupt}, {@code duplicate} and {@code reorder} each count the messages of the
 * whole broker in the order of their acknowledgement: {@code fail} counts all, {@code lose} those that did not fail, and the
 * others those that were not lost either. {@code fail}: the send fails, or its transaction. {@code corrupt}: one byte of the
 * body, at a random position, is changed. {@code reorder}: the message is delivered after the next one of its producer, or after
 * 100 ms if none comes. Each setting has random numbers of its own.
 *
 * <p>When the broker dies ({@code die}), connections break, sends in flight fail, new connections are refused, and messages that
 * are not persistent are lost. When a connection breaks, the broker holds the messages of its consumers until {@code session} has
 * passed: those that wait inside the consumers, and those not acknowledged.
 *
 * <p>A test can do more through {@link SimBroker}: kill, restart, pause, resume, cut connections.
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
