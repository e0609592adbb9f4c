package dev.dyno.broker.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Ports of one broker by the names of its recipe; {@code port} is the main one.
 *
 * <p>Assumptions and guarantees: immutable; ports may be chosen on several threads at once. Ports chosen anew differ within
 * this process, until half of the range has been chosen. A port was free when it was chosen; another process may take it
 * before the broker does.
 *
 * @param byName in the order of the recipe; 0 = the broker takes a free one itself and reports it
 */
record Ports(Map<String, Integer> byName) {

    static final String MAIN = "port";

    /**
     * Lowest port to choose. The range is below the ports of outgoing connections, none of which can take a port between its
     * choice and the broker's start.
     */
    private static final int FIRST = 14_000;

    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;

    /** Ports recently chosen by this process: a broker that has not bound its ports yet must not lose them to another. */
    private static final Set<Integer> CHOSEN = Collections.synchronizedSet(new HashSet<>());

    /** Seeded by the process, so that two tools started at the same time choose different ports. */
    private static final SplittableRandom RANDOM =
            new SplittableRandom(ProcessHandle.current().pid() * 1_000_003L + System.nanoTime());

    Ports {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /** All ports for the broker to choose, except the wanted one if that is not 0. */
    static Ports leftToTheBroker(int wanted, List<String> others) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put(MAIN, wanted);
        others.forEach(name -> ports.put(name, 0));
        return new Ports(ports);
    }

    /** Free ports at the address: earlier ones where they are free, and the wanted one if that is not 0. */
    static Ports choose(InetAddress host, int wanted, List<String> others, Map<String, Integer> earlier)
            throws BrokerException {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put(MAIN, wanted == 0 ? free(host, earlier.getOrDefault(MAIN, 0)) : wanted);
        for (String name : others) {
            ports.put(name, free(host, earlier.getOrDefault(name, 0)));
        }
        return new Ports(ports);
    }

    private static int free(InetAddress host, int preferred) throws BrokerException {
        return preferred != 0 && isFree(host, preferred) ? preferred : free(host);
    }

    int main() {
        return byName.getOrDefault(MAIN, 0);
    }

    /** Copy with the ports that the broker reports to have taken. */
    Ports with(Map<String, String> answer) {
        Map<String, Integer> ports = new LinkedHashMap<>(byName);
        ports.replaceAll((name, port) -> {
            String given = answer.getOrDefault(name, "");
            return given.matches("[1-9][0-9]{0,4}") ? Integer.valueOf(given) : port;
        });
        return new Ports(ports);
    }

    /** Checks that the port is free and allowed for us. */
    static void requireFree(InetAddress host, int port) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(host, port));
        }
    }

    static int free(InetAddress host) throws BrokerException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port;
            synchronized (RANDOM) {
                port = RANDOM.nextInt(FIRST, LAST);
            }
            if (CHOSEN.add(port) && isFree(host, port)) {
                return port;
            }
            if (CHOSEN.size() > (LAST - FIRST) / 2) {
                CHOSEN.clear();
            }
        }
        throw new BrokerException("broker: no port from " + FIRST + " to " + LAST + " is free.");
    }

    /** Whether the port is free at the address and on loopback, where a broker connects to itself. */
    private static boolean isFree(InetAddress host, int port) {
        try {
            requireFree(host, port);
            requireFree(InetAddress.getLoopbackAddress(), port);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
