package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.broker.process.real.RealBroker;
import dev.dyno.engine.run.Loads;
import dev.dyno.model.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A load of connections, counted at the port of the broker. */
@Tag("broker")
@EnabledOnOs(OS.LINUX)
class ConnectOnlyTest {

    private static final String ESTABLISHED = "01";

    @Test
    void theBrokerHasAConnectionForEachMessageUntilTheEnd() throws Exception {
        try (RealBroker broker = Mosquitto.start()) {
            RunResult result =
                    Loads.runUntilAsked(new MqttDriver(), broker.url("mqtt"), Map.of(), """
                    producers: { to: "topic://none", count: 4, rate: 100/s, messages: 80, connect-only: true }
                    phases: { measure: until stopped }
                    """, unused -> assertThat(
                                    connectionsTo(broker.port()))
                            .isEqualTo(80));
            assertThat(result.totals().acknowledged()).isEqualTo(80);
            assertThat(connectionsTo(broker.port())).isZero();
        }
    }

    /** Connections of the broker's side, as the kernel has them: one may stand in its list twice, if others come and go meanwhile. */
    private static long connectionsTo(int port) throws IOException {
        String local = String.format(Locale.ROOT, ":%04X", port);
        List<String> sockets = Files.readAllLines(Path.of("/proc/net/tcp"));
        return sockets.stream()
                .map(line -> line.strip().split(" +", -1))
                .filter(words -> words[1].endsWith(local) && words[3].equals(ESTABLISHED))
                .map(words -> words[2])
                .distinct()
                .count();
    }
}
