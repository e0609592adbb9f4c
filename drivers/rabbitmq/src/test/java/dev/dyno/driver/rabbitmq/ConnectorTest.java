package dev.dyno.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.impl.NetworkConnection;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are opened at the same time. */
@ExtendWith(OnRabbit.class)
@Tag("broker")
class ConnectorTest {

    private static final int THREADS = 16;
    private static final int TIMES = 10;

    @ParameterizedTest
    @ValueSource(strings = {"socket", "netty"})
    void eachOfManyConnectionsThatAreOpenedAtOnceHasItsOwnSocket(String io) throws Exception {
        ClientSpec spec = OnRabbit.spec(Map.of("rabbitmq.io", io));
        Connector connector = Connector.of(spec, RabbitSettings.read(spec.properties()));
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                tasks.add(threads.submit(() -> {
                    together.await(30, TimeUnit.SECONDS);
                    for (int n = 0; n < TIMES; n++) {
                        assertOwnSocket(connector, threads);
                    }
                    return true;
                }));
            }
            for (Future<?> task : tasks) {
                task.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
            connector.close();
        }
    }

    private static void assertOwnSocket(Connector connector, ExecutorService deliveries) throws DriverException {
        Connector.Opened opened = connector.open(deliveries, "dyno");
        try {
            assertThat(localPort(((RabbitLink.OfNewest) opened.link()).now()))
                    .isEqualTo(((NetworkConnection) opened.connection()).getLocalPort());
        } finally {
            opened.connection().abort();
        }
    }

    private static int localPort(RabbitLink link) {
        return link instanceof RabbitLink.OfSocket blocking
                ? blocking.socket().getLocalPort()
                : ((InetSocketAddress) ((RabbitLink.OfNetty) link).channel().localAddress()).getPort();
    }
}
