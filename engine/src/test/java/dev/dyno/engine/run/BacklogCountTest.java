package dev.dyno.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.dyno.broker.resource.MetricsSource;
import dev.dyno.broker.resource.Probes;
import dev.dyno.model.pace.SystemTime;
import dev.dyno.model.result.BacklogResult;
import dev.dyno.model.result.Interval;
import dev.dyno.model.workload.Backlog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A backlog at a broker that says late how many messages it has: on the real clock, since the page is read on a thread of its own. */
@Tag("nightly")
class BacklogCountTest extends SimulatedRun {

    private final SystemTime time = new SystemTime();

    /** @param lateNs time from now on in which the page says that there is one message */
    private BacklogResult run(long lateNs, boolean whileSending) throws Exception {
        long untilNs = time.nanoTime() + lateNs;
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String count = time.nanoTime() < untilNs ? "1" : "2500";
            byte[] page = ("rabbitmq_queue_messages " + count + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try (Probes probes = Probes.none()) {
            probes.addMetrics(
                    MetricsSource.parse(
                            "http://127.0.0.1:" + server.getAddress().getPort() + "/", List.of()),
                    time);
            simulation.inRealTime(time);
            simulation.probes = probes;
            simulation.set("load constant 1000/s; maxPending 2500; messageCount 2500; duration 0s");
            simulation.backlog = Optional.of(new Backlog(
                    new Backlog.Size(Backlog.Measure.MESSAGES, 2_500),
                    Duration.ofMinutes(1),
                    whileSending,
                    Optional.empty(),
                    false));
            return simulation.run().backlog().orElseThrow();
        } finally {
            server.stop(0);
        }
    }

    /** 2,500 messages at 1,000 a second; the broker's count is not there before 5 s. */
    @Test
    void theWaitForTheBrokersCountIsNoPartOfTheBuilding() throws Exception {
        BacklogResult backlog = run(5 * SECOND, false);
        assertThat(backlog.messages()).isEqualTo(2_500);
        assertThat(backlog.byBroker()).contains(2_500.0);
        assertThat(backlog.standsNs() - SECOND / 10).isLessThan(acknowledgedBeforeNs());
        assertThat(backlog.buildNs()).isGreaterThan(SECOND * 24 / 10);
        assertThat(backlog.stoodNs()).isGreaterThan(SECOND);
    }

    /** The end of the second in which the last message was acknowledged. */
    private long acknowledgedBeforeNs() {
        return simulation.intervals.stream()
                .filter(interval -> interval.counts().acknowledged() > 0)
                .mapToLong(Interval::endNs)
                .max()
                .orElseThrow();
    }

    @Test
    void producersThatContinueMakeNobodyWait() throws Exception {
        BacklogResult backlog = run(5 * SECOND, true);
        assertThat(backlog.stoodNs()).isLessThan(SECOND / 2);
    }
}
