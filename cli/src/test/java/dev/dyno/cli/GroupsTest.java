package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Groups with names, on the command line. */
class GroupsTest extends WithDyno {

    private String shop(String more) throws IOException {
        return file("shop.yaml", """
                producers:
                  - { name: web, to: queue://ORDERS, rate: 3000/s, messages: 300 }
                  - { name: batch, to: queue://PRICES, rate: 6000/s, messages: 600 }
                consumers:
                  - { name: orders, from: queue://ORDERS }
                  - { name: prices, from: queue://PRICES }
                phases: { measure: until stopped }
                """ + more);
    }

    @Test
    void eachGroupIsARowAndItsFiguresAreAskedForByItsName() throws Exception {
        QueryCommandTest.installSqlite(folder);
        Ran ran = dyno.run("run", shop("fail-if: [batch/p50(response) > 60s, prices/lost > 0]\n"), "--broker", "sim");
        assertThat(ran.outLines())
                .filteredOn(line -> line.matches("  [a-z]+ +[0-9,]+ .*"))
                .extracting(line -> line.strip().split(" {2,}", -1)[0])
                .containsExactly("web", "batch", "orders", "prices");
        Path run = runs().get(0);

        assertThat(dyno.run(
                                "query",
                                "SELECT name, sent, received, lost, response_count, end_to_end_count FROM groups",
                                "--csv")
                        .good()
                        .outLines())
                .containsExactly(
                        "name,sent,received,lost,response_count,end_to_end_count",
                        "web,300,0,,300,",
                        "batch,600,0,,600,",
                        "orders,0,300,0,,300",
                        "prices,0,600,0,,600");
        dyno.run("gate", run.toString(), "--fail-if", "web/p50(response) > 60s", "--fail-if", "orders/duplicate > 0")
                .good();
        Ran missed = dyno.run("gate", run.toString(), "--fail-if", "web/sent > 299");
        assertThat(missed.err()).contains("web/sent > 299: web/sent was 300.");
        dyno.run("gate", run.toString(), "--fail-if", "wbe/sent > 299")
                .refused(
                        "--fail-if: wbe/sent > 299; no group has this name. The names are [batch, orders, prices, web].");
        assertThat(dyno.run("gate", run.toString(), run.toString(), "--max-regression", "web/p50=10%")
                        .out())
                .contains("web/p50")
                .doesNotContain("not measured");

        Path csv = folder.resolve("run.csv");
        dyno.run("report", run.toString(), "--csv", csv.toString()).good();
        List<String> rows = Files.readAllLines(folder.resolve("run-groups.csv"));
        assertThat(rows.get(0)).isEqualTo("group," + Files.readAllLines(csv).get(0));
        int sent = List.of(rows.get(0).split(",", -1)).indexOf("sent");
        assertThat(rows.stream()
                        .filter(row -> row.startsWith("batch,"))
                        .mapToLong(row -> Long.parseLong(row.split(",", -1)[sent]))
                        .sum())
                .isEqualTo(600);
    }

    @Test
    void aGroupThatIsNotThereIsRefusedBeforeTheLoad() throws IOException {
        String run = "run " + shop("") + " --broker sim --fail-if 'wbe/p99(response) > 1s'";
        dyno.type(run + " --abort-if 'web/broker-cpu > 1'")
                .refused(
                        "web/broker-cpu > 1\"; broker-cpu is not known of a group. Must be of a latency, a rate, a count"
                                + " or the ledger.");
        dyno.type(run)
                .refused("--fail-if: wbe/p99(response) > 1s; no group has this name. The names are [web, batch,"
                        + " orders, prices].");
        dyno.type("client --broker sim --fail-if 'web/rate < 5/s' queue://A")
                .refused("--fail-if: web/rate < 5/s; no group has this name. The names are [].");
        dyno.type("capacity --broker sim --slo 'web/p99(response) < 5ms' queue://A")
                .refused("a search judges all groups together");
        assertThat(runs()).isEmpty();
    }
}
