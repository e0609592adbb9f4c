package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.config.file.WorkloadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --print-config}: what would run, readable as a workload file. */
class PrintConfigTest extends WithDyno {

    private String printed(String... arguments) throws IOException {
        Ran ran = dyno.run(arguments).good();
        assertThat(place()).isEmptyDirectory();
        return ran.out();
    }

    /** Rest of the line that begins with a text. */
    private static String origin(String printed, String line) {
        return printed.lines()
                .filter(l -> l.strip().startsWith(line))
                .map(l -> l.replaceFirst(".*  # ", ""))
                .findFirst()
                .orElseThrow(() -> new AssertionError(line + " in\n" + printed));
    }

    /** Printed from what was printed, it is the same but for where it comes from. */
    private void assertComesBack(String printed) throws IOException {
        String again = printed("run", file("again.yaml", printed), "--broker", "sim", "--print-config");
        assertThat(withoutComments(again)).isEqualTo(withoutComments(printed));
    }

    private static List<String> withoutComments(String printed) {
        return printed.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("  # .*", "").stripTrailing())
                .toList();
    }

    @Test
    void aShippedFileComesBack() throws IOException {
        Path file = Path.of("..", "workloads", "many-topics.yaml");
        String printed = printed("run", file.toString(), "--broker", "sim", "--print-config");
        assertThat(WorkloadFile.of("printed.yaml", printed).workload())
                .isEqualTo(WorkloadFile.read(file).workload());
        assertComesBack(printed);
    }

    @Test
    void faultsOfTheEnvironmentAreOneText() throws IOException {
        dyno.with("DYNO_AT", "5s kill, 9s restart, 12s exec sh -c 'echo $HOME, b'");
        assertThat(printed("client", "--print-config", "queue://Q"))
                .contains("[\"5s kill\", \"9s restart\", \"12s exec \\\"sh -c 'echo $HOME, b'\\\"\"]", "DYNO_AT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client",
                "client queue://A --rate 500 --duration 10 --warmup 2s",
                "client topic://T --num-destinations 12 --shared 2 --durable --arrivals poisson --schedule"
                        + " 'ramp 10/s to 20/s in 5s' --missed skip",
                "client --sync --producers 8 --persistent --message-count 5 --priority 3 --group g --ttl 500",
                "client --commit-interval 10 --tx --max-pending 50 queue://A queue://B",
                "client --ack-mode client --consumer-commit-interval 7 --consume poll --poll-interval 5ms",
                "client --compressibility 35% --payloads 7",
                "client --message-size 100..200 --body text --property a=1 --property b=x --property c=true --seed -5",
                "client --selector a=1 --think-time 1ms --start-delay 3 --duration 5 --consumer-connections 2",
                "client --name 'two words' --enable-msg-id --enable-timestamp --on-send-failure count --threads 2"
                        + " --shared-connections",
                "producer topic://T --max-pending 0 --drain 0",
                "consumer queue://A --message-count 100 --commit-interval 5 --consumers 3",
            })
    void everyCommandLineComesBack(String commandLine) throws IOException {
        assertComesBack(printed(Dyno.words(commandLine + " --broker sim --print-config")));
    }

    @Test
    void eachValueSaysWhereItComesFrom() throws IOException {
        dyno.with("DYNO_MAX_PENDING", "7").with("DYNO_CLIENTID", "me");
        String printed = printed(("client queue://A --rate 500 --broker artemis --set max-size-bytes=20MiB --user u"
                        + " --password word --driver-property window=1ms --driver-property sasl.password=abc --print-config")
                .split(" ", -1));
        assertThat(origin(printed, "name: client")).isEqualTo("default");
        assertThat(origin(printed, "- to: queue://A")).isEqualTo("argument DESTINATION");
        assertThat(origin(printed, "rate: 500/s")).isEqualTo("flag --rate");
        assertThat(origin(printed, "max-pending: 7")).isEqualTo("environment DYNO_MAX_PENDING");
        assertThat(origin(printed, "threads: 1")).isEqualTo("default");
        assertThat(printed)
                .contains("# driver: artemis", "# user: u", "# clientID: me", "# driver-property: window=1ms")
                .contains("# driver-property: sasl.password=(hidden)", "# password: (hidden)")
                .doesNotContain("abc", " word");
        assertThat(origin(printed, "# set: max-size-bytes=20MiB")).isEqualTo("flag --set");
        assertThat(origin(printed, "# driver:")).isEqualTo("as the broker says");
        assertThat(origin(printed, "# url: that of the broker")).isEqualTo("known when it has started");
        assertThat(origin(printed, "# clientID:")).isEqualTo("environment DYNO_CLIENTID");
        assertThat(origin(printed, "# driver-property: window")).isEqualTo("flag --driver-property");
    }

    @Test
    void aBrokerThatRunsIsNamedByItsUrlAndFaultsStandBesideIt() throws IOException {
        String running = printed("client", "--url", "sim://a", "--print-config");
        assertThat(origin(running, "# url: sim://a")).isEqualTo("flag --url");
        assertThat(origin(running, "# driver: sim")).isEqualTo("as the URL says");
        String faults = printed("client", "--duration", "9", "--reconnect", "--at", "5s", "kill", "--print-config");
        assertThat(origin(faults, "faults: \"5s kill\"")).isEqualTo("flag --at");
        assertThat(origin(faults, "reconnect: true")).isEqualTo("flag --reconnect");
        assertThat(origin(faults, "reconnect-delay: 100ms")).isEqualTo("flag --reconnect");
        assertThat(origin(faults, "# broker: artemis")).isEqualTo("default");
    }

    @Test
    void aFileSaysItsLinesAndTheQuickSizeWhatItHasChanged() throws IOException {
        String file = file("orders.yaml", """
                destinations:
                  orders: { queue: orders-%02d, count: 40 }
                producers:
                  - to: orders
                    rate: 1M/s
                consumers:
                  - from: orders
                phases: { measure: 10s }
                """);
        String printed = printed("run", file, "--broker", "artemis", "--quick", "--print-config");
        assertThat(origin(printed, "name: orders")).isEqualTo("default");
        assertThat(origin(printed, "queue: \"orders-%02d\"")).isEqualTo("file " + file + ":2");
        assertThat(origin(printed, "count: 10")).isEqualTo("--quick");
        assertThat(origin(printed, "- to: orders")).isEqualTo("file " + file + ":4");
        assertThat(origin(printed, "rate: ")).isEqualTo("--quick");
        assertThat(origin(printed, "measure: 10s")).isEqualTo("file " + file + ":8");
        assertThat(origin(printed, "drain: 30s")).isEqualTo("default");
        assertThat(origin(printed, "# broker: artemis")).isEqualTo("flag --broker");
        assertThat(origin(printed, "# driver: artemis")).isEqualTo("as the broker says");
        assertThat(printed.lines().filter(line -> line.startsWith("# QUICK: "))).hasSize(2);
    }

    @Test
    void aDriverFileSaysWhatItHasChanged() throws IOException {
        String driver = file("kafka.yaml", """
                name: Kafka
                driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
                connectionFactoryClassName: org.example.Factory
                connectionFactoryConfigurationParam: tcp://here:1
                messageSelector: a = 1
                """);
        String workload = file("w.yaml", "{ producers: { to: queue://q }, consumers: { from: queue://q } }");
        String printed = printed("run", workload, "--driver", driver, "--print-config");
        assertThat(origin(printed, "selector: \"a = 1\"")).isEqualTo("driver file Kafka");
        assertThat(origin(printed, "# url: tcp://here:1")).isEqualTo("driver file Kafka");
        assertThat(origin(printed, "# driver: jms-javax")).isEqualTo("driver file Kafka");
    }

    @Test
    void theTargetsOfARunAreAllNamed() throws IOException {
        String workload = file("w.yaml", "{ partitions: 3, producers: { to: queue://q } }");
        String printed = printed("run", workload, "--broker", "sim", "--broker", "null", "--print-config");
        assertThat(printed.lines().filter(line -> line.startsWith("# broker: ")))
                .extracting(line -> line.replaceFirst(" {2,}#.*", ""))
                .containsExactly("# broker: sim", "# broker: null");
    }
}
