package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.report.store.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A broker that a run knows only by its address says what it is. */
@Tag("broker")
class BrokerByUrlTest extends WithProcesses {

    /** The core protocol of Artemis has only a version of its own, which says from which release on. */
    @ParameterizedTest
    @CsvSource("nats, nats, ''")
    @Timeout(180)
    void nameAndVersionAreThoseThatItReports(String name, String told, String pattern) throws Exception {
        processes.type("broker", "broker start %s", name);
        processes.awaitLine("broker", "Ctrl\\+C stops it\\.");
        String version = said(name + " (\\S+), process");
        Path runs = Files.createDirectories(folder.resolve("runs"));
        BuiltDyno.type(
                        "client --driver %s --url %s --warmup 0 --rate 100 --duration 1 --runs %s queue://T",
                        name, said("--driver " + name + " +--url (\\S+)"), runs)
                .ended(Exit.GOOD);

        RunSummary facts = Listing.run(runs).summary();
        assertThat(facts.broker()).contains(told);
        assertThat(facts.brokerVersion()).hasValueSatisfying(known -> assertThat(known)
                .matches(pattern.isEmpty() ? Pattern.quote(version) : pattern));
        assertThat(BuiltDyno.type("history --csv --runs %s", runs).out())
                .contains("," + told + "," + facts.brokerVersion().orElseThrow() + ",");
    }

    @ParameterizedTest
    @CsvSource({"artemis, artemis, \\d+\\.\\d+.*", "rabbitmq, rabbitmq, ''"})
    @Tag("nightly")
    void soTheyAreOfSlowerBrokers(String name, String told, String pattern) throws Exception {
        nameAndVersionAreThoseThatItReports(name, told, pattern);
    }

    private String said(String pattern) throws Exception {
        Matcher found = Pattern.compile(pattern).matcher(processes.said("broker"));
        assertThat(found.find()).as(processes.said("broker")).isTrue();
        return found.group(1);
    }
}
