package dev.dyno.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.process.BrokerLauncher;
import dev.dyno.cluster.group.GroupException;
import dev.dyno.cluster.group.HostPort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests of a coordinator for a broker that a worker refuses. */
@Tag("broker")
class BrokerHostTest {

    private static final HostPort COORDINATOR = new HostPort("127.0.0.1", 7400);

    private final List<String> console = new ArrayList<>();
    private final BrokerHost host = new BrokerHost(new BrokerLauncher(Path.of("..", "target", "dyno")), console::add);

    private void start(String recipe, Map<String, String> knobs) throws GroupException {
        host.start(new Command.StartBroker(recipe, Optional.empty(), knobs, Optional.empty()), COORDINATOR);
    }

    /** Of any image, too. */
    @ParameterizedTest
    @CsvSource({
        "image, mqtt, 1883, image",
        "nats, program, /bin/true, program",
        "rabbitmq, erlang-flags, -eval os:cmd(\"true\"), erlang-flags"
    })
    void whatMayRunAnyProgramIsRefused(String recipe, String knob, String value, String named) {
        assertThatThrownBy(() -> start(recipe, Map.of(knob, value)))
                .isInstanceOf(GroupException.class)
                .hasMessage("broker " + recipe + ": " + named
                        + " may name programs to be run, which a worker does not accept; leave it out.");
        assertThat(console).isEmpty();
    }

    @Test
    void whatNoRecipeHasIsRefused() {
        assertThatThrownBy(() -> start("artemis", Map.of("nonsense", "1")))
                .isInstanceOf(GroupException.class)
                .hasMessageStartingWith("broker artemis: unknown knob nonsense; must be one of ");
        assertThatThrownBy(() -> start("nothing", Map.of())).isInstanceOf(GroupException.class);
        assertThat(console).isEmpty();
    }

    @Test
    void onceItHasEndedItStartsNoOther() {
        host.close();
        assertThatThrownBy(() -> start("artemis", Map.of())).hasMessage("The worker ends.");
    }
}
