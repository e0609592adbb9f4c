package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.model.metric.Figures;
import dev.dyno.model.metric.Numbers;
import dev.dyno.report.store.RunFolderReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The price of the machines, from every place where it can be given to every place where the cost shows. */
class PriceTest extends WithDyno {

    private static final String WORKLOAD = """
            price: 3.6/h
            producers: { to: "queue://Q", rate: 1000/s }
            consumers: { from: "queue://Q" }
            phases: { warmup: 0s, measure: 500ms, drain: 1s }
            """;

    /** 3.6 an hour at a thousand messages a second is 1 for a million. */
    private static void isAboutOne(Path run) throws Exception {
        double cost = Figures.COST_PER_MILLION
                .of(Numbers.of(new RunFolderReader(run).summary().result()))
                .orElseThrow()
                .low();
        assertThat(cost).isBetween(0.9, 1.3);
        assertThat(Files.readString(run.resolve("run.json"))).contains("\"cost-per-million\" : ");
    }

    @Test
    void theCostOfAMillionMessagesIsInEveryResult() throws Exception {
        QueryCommandTest.installSqlite(folder);
        String out = dyno.type("client --broker sim --rate 1000 --duration 500ms --price 3.6/h queue://Q")
                .out();

        assertThat(out.replaceAll("\\s+", " ")).containsPattern("cost .* [01](\\.\\d+)? for a million messages");
        isAboutOne(runs().get(0));
        assertThat(dyno.run("query", "--csv", "SELECT cost_per_million BETWEEN 0.9 AND 1.3 AS one FROM runs")
                        .outLines())
                .containsExactly("one", "1");
    }

    @Test
    void aWorkloadFileHasThePriceAndAFlagWins() throws Exception {
        String workload = file("load.yaml", WORKLOAD);
        dyno.type("run %s --broker sim", workload);
        isAboutOne(runs().get(0));

        assertThat(dyno.type("run %s --broker sim --price 9/h --print-config", workload)
                        .out())
                .containsPattern("price: 9/h +# flag --price");
    }

    @Test
    void theTableOfAStudyHasTheCost() throws Exception {
        String study = file(
                "one.yaml",
                "setup: { broker: sim }\nworkloads:\n  w:\n    "
                        + WORKLOAD.replaceFirst("price.*\n", "").strip().replace("\n", "\n    "));

        assertThat(dyno.type("study %s --price 3.6/h --studies %s", study, folder.resolve("studies"))
                        .out())
                .contains("cost-per-million");
    }
}
