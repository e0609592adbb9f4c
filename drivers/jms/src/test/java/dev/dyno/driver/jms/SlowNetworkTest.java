package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertSentence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Client;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.proxy.TcpProxy;
import dev.dyno.engine.proxy.Way;
import dev.dyno.engine.proxy.WireConditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts to replace a connection, each of which has a limit. */
@Timeout(60)
@Tag("broker")
@Tag("nightly")
class SlowNetworkTest {

    private static final ConnectionSpec ANONYMOUS = new ConnectionSpec(Optional.empty(), failure -> {});

    /** Over this network no connection is made within the first limit of an attempt to replace one. */
    @ParameterizedTest
    @EnumSource(Provider.class)
    void aConnectionIsReplacedOverANetworkThatHasBecomeSlow(Provider provider) throws Exception {
        try (TestBroker broker = TestBroker.start();
                TcpProxy proxy = FailureTest.open(broker)) {
            CountDownLatch lost = new CountDownLatch(1);
            Client client = new JmsDriver().open(provider.spec(provider.url(proxy.port())));
            client.connect(ANONYMOUS).close();
            client.connect(new ConnectionSpec(Optional.empty(), failure -> lost.countDown()));
            for (Way way : Way.values()) {
                proxy.set(way, WireConditions.CLEAR.withDelay(Duration.ofMillis(200)));
            }
            proxy.reset();
            assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();
            List<DriverException> failures = attempts(client);
            assertThat(failures).isNotEmpty().hasSizeLessThan(4);
            assertSentence(
                    failures.get(0), "cannot connect to …: no connection within … s; the next attempt has up to … s");
            client.close();
        }
    }

    /** Failures of attempts to connect before one that succeeds, but no more than four. */
    private static List<DriverException> attempts(Client client) {
        List<DriverException> failures = new ArrayList<>();
        while (failures.size() < 4) {
            try {
                client.connect(ANONYMOUS);
                return failures;
            } catch (DriverException e) {
                failures.add(e);
            }
        }
        return failures;
    }
}
