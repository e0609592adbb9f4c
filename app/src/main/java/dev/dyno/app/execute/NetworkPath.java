package dev.dyno.app.execute;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.broker.process.BrokerSpec;
import dev.dyno.broker.process.Recipes;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.Secrets;
import dev.dyno.engine.proxy.Tap;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.TcpProxy.Reception;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.proxy.Wire;
import dev.dyno.engine.record.RunPlan;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.workload.Fault.OnNetwork;
import dev.dyno.model.workload.Fault.OnNetwork.Effect;
import dev.dyno.model.workload.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Proxies between the clients of this process and a broker, one for each address, for faults of the network. */
public final class NetworkPath implements AutoCloseable {

    private static final String LOCALHOST = "localhost";
    private static final long FOREVER_NS = Long.MAX_VALUE / 2;

    /** Address in a URL: the host, if any, and the port. */
    private static final Pattern ADDRESS =
            Pattern.compile("(?<=^|[/,(@'])([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])?:(\\d{1,5})(?=[/,()#?']|$)");

    private final SystemTime time = new SystemTime();
    private final Map<String, TcpProxy> proxies = new LinkedHashMap<>();

    /**
     * A copy of the spec, with a fixed port, for a broker that advertises the address of a proxy of this path instead of its own.
     */
    BrokerSpec before(BrokerSpec spec) {
        try {
            int port = spec.port() == 0 ? BrokerLauncher.freePort(InetAddress.getLoopbackAddress()) : spec.port();
            return advertising(spec.withPort(port), proxyOf(BrokerSpec.LOOPBACK, port));
        } catch (BrokerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A copy of the spec for a broker that advertises the address of the given proxy instead of its own. */
    static BrokerSpec advertising(BrokerSpec spec, TcpProxy proxy) {
        return spec.withKnob(Recipes.ADVERTISED, BrokerSpec.LOOPBACK + ":" + proxy.port());
    }

    private TcpProxy proxyOf(String host, int port) {
        return proxies.computeIfAbsent(
                host + ":" + port,
                address -> TcpProxy.open(
                        InetAddress.getLoopbackAddress(), new InetSocketAddress(host, port), time, Tap.NONE, 0));
    }

    /** The plan, with the proxies' addresses in its URLs. */
    RunPlan through(RunPlan plan) throws CannotRun {
        return plan.withTargets(through(plan.producerTarget()), through(plan.consumerTarget()));
    }

    private Target through(Target target) throws CannotRun {
        return new Target(
                target.driver(),
                through(target.url()),
                target.credentials(),
                target.clientIdPrefix(),
                target.properties());
    }

    private String through(String url) throws CannotRun {
        // Parameters may have addresses of other servers, and count only in a URL that has no address before them.
        int parameters = url.indexOf('?');
        String servers =
                parameters >= 0 && ADDRESS.matcher(url.substring(0, parameters)).find()
                        ? url.substring(0, parameters)
                        : url;
        if (!ADDRESS.matcher(servers).find()) {
            throw new CannotRun(
                    "the address " + Secrets.withoutPassword(url) + " has no port, which the proxy for faults of the"
                            + " network needs. Give it, like tcp://localhost:61616.");
        }
        return ADDRESS.matcher(servers).replaceAll(this::throughOne) + url.substring(servers.length());
    }

    private String throughOne(MatchResult address) {
        String host = Objects.requireNonNullElse(address.group(1), LOCALHOST);
        TcpProxy proxy = proxyOf(host, Integer.parseInt(address.group(2)));
        // Keeps the name localhost, because the certificate of the broker may be for it.
        return (host.equals(LOCALHOST) ? host : BrokerSpec.LOOPBACK) + ":" + proxy.port();
    }

    void act(OnNetwork fault) throws DriverException {
        Collection<TcpProxy> all = proxies.values();
        if (all.stream().noneMatch(TcpProxy::wasUsed)) {
            throw new DriverException("no connection of the clients has gone through the proxy");
        }
        long now = time.nanoTime();
        if (fault.effect() == Effect.RESET && !fault.one()) {
            all.forEach(proxy -> proxy.breakAll(Reception.RESETS, now + fault.amount()));
            return;
        }
        Stream<Wire> wires = fault.one()
                ? all.stream()
                        .flatMap(proxy -> proxy.busiest().stream())
                        .max(Comparator.comparing(Wire::carried))
                        .stream()
                : all.stream().map(proxy -> proxy);
        wires.forEach(wire -> act(fault, wire, now));
    }

    private static void act(OnNetwork fault, Wire wire, long now) {
        for (Way way : Way.values()) {
            switch (fault.effect()) {
                case DELAY -> wire.change(way, present -> present.withDelay(Duration.ofNanos(fault.amount())));
                case BANDWIDTH -> wire.change(way, present -> present.withBandwidth(fault.amount()));
                case CUT -> wire.stall(way, now, fault.ends() ? now : now + FOREVER_NS);
                case RESET -> wire.reset();
            }
        }
    }

    @Override
    public void close() {
        proxies.values().forEach(TcpProxy::close);
        time.close();
    }
}
