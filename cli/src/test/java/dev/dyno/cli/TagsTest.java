package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.report.store.RunFolderReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Labels of runs, from every place where they can be given to every place where they show. */
class TagsTest extends WithDyno {

    private static final String LOAD = "client --broker null --duration 100ms --silent ";

    private static final String WORKLOAD = """
            tags: { commit: 1111, size: small }
            producers: { to: "queue://Q", rate: 100/s }
            consumers: { from: "queue://Q" }
            phases: { warmup: 0s, measure: 200ms, drain: 1s }
            """;

    private Map<String, String> tags(Path run) throws Exception {
        return new RunFolderReader(run).summary().result().configured().tags();
    }

    @Test
    void tagsOfFlagsAreStoredListedAndLookedFor() throws Exception {
        dyno.type(LOAD + "--tag commit=3f2a --tag branch=main").good();
        dyno.type(LOAD + "--tag commit=77c1").good();
        dyno.type(LOAD).good();

        assertThat(dyno.run("history").outLines().get(0)).containsPattern("  verdict +tags +mark$");
        assertThat(dyno.type("history --tag commit=3f*").outLines().get(1))
                .contains("branch=main,commit=3f2a")
                .doesNotContain("77c1");
        assertThat(dyno.type("history --tag commit=* --csv").outLines()).hasSize(1 + 2);
        assertThat(dyno.type("history --tag commit=3f2a --tag branch=test").out())
                .isEmpty();
    }

    @Test
    void tagsAreInSqlInJUnitAndInTheNotesOfAComparison() throws Exception {
        QueryCommandTest.installSqlite(folder);
        dyno.type(LOAD + "--tag commit=3f2a,branch=a,b").good();
        dyno.type(LOAD + "--tag commit=77c1,branch=a,b").good();

        assertThat(dyno.run("query", "--csv", "SELECT tags FROM runs ORDER BY tags")
                        .outLines())
                .containsExactly("tags", "\"branch=a,b,commit=3f2a\"", "\"branch=a,b,commit=77c1\"");
        assertThat(dyno.run("query", "--csv", "SELECT value FROM settings WHERE name = 'tags.commit' ORDER BY 1")
                        .outLines())
                .containsExactly("value", "3f2a", "77c1");
        Path junit = folder.resolve("junit.xml");
        dyno.type("report last --junit %s", junit).ended(Exit.GOOD);
        assertThat(junit).content().contains("<properties><property name=\"branch\" value=\"a,b\"/><property name=");
        Path compared = folder.resolve("compared.xml");
        assertThat(dyno.type("compare %s %s --junit %s", runs().get(0), runs().get(1), compared)
                        .out())
                .contains("the tags differ.")
                .doesNotContain("the workloads differ");
        assertThat(compared)
                .content()
                .contains("<property name=\"commit\" value=\""
                        + tags(runs().get(1)).get("commit") + "\"/>");

        dyno.type("history tag last commit=9abc branch=").ended(Exit.GOOD);
        assertThat(dyno.run("query", "--csv", "SELECT tags FROM runs WHERE tags NOT LIKE 'branch%'")
                        .outLines())
                .containsExactly("tags", "commit=9abc");
        assertThat(dyno.run("query", "--csv", "SELECT value FROM settings WHERE name LIKE 'tags.%' ORDER BY 1")
                        .outLines())
                .hasSize(1 + 3)
                .contains("9abc");
        dyno.type("report last --junit %s", junit).ended(Exit.GOOD);
        assertThat(junit).content().contains("<properties><property name=\"commit\" value=\"9abc\"/></properties>");
    }

    @Test
    void aFlagWinsOverTheEnvironmentAndBothOverTheFileNameByName() throws Exception {
        String workload = file("load.yaml", WORKLOAD);
        dyno.type("run %s --broker sim", workload).ended(Exit.GOOD);
        dyno.with("DYNO_TAG", "commit=2222,branch=main")
                .type("run %s --broker sim", workload)
                .ended(Exit.GOOD);
        dyno.type("run %s --broker sim --tag commit=3333", workload).ended(Exit.GOOD);

        assertThat(List.of(tags(runs().get(0)), tags(runs().get(1)), tags(runs().get(2))))
                .containsExactlyInAnyOrder(
                        Map.of("commit", "1111", "size", "small"),
                        Map.of("commit", "2222", "size", "small", "branch", "main"),
                        Map.of("commit", "3333", "size", "small"));
        assertThat(dyno.type("run %s --broker sim --print-config", workload).out())
                .contains("tags: { branch: main, commit: \"2222\", size: small }");
    }

    @Test
    void eachRunOfAComparisonAndOfAStudyHasThem() throws Exception {
        String workload = file("load.yaml", WORKLOAD);
        dyno.type(
                        "compare --a broker=sim --b broker=sim,set.service=1ms --budget 1ms --figures rate --with-invalid"
                                + " --tag commit=4444 %s",
                        workload)
                .ended(Exit.GOOD);
        assertThat(runs()).hasSizeGreaterThan(1).allSatisfy(run -> assertThat(tags(run))
                .containsEntry("commit", "4444"));

        String study = file("study.yaml", """
                        title: Two numbers of messages
                        repeats: 1
                        cool-down: 0s
                        setup: { broker: sim }
                        workloads:
                          count: { producers: { to: queue://q, messages: 10 }, consumers: { from: queue://q } }
                        axes:
                          messages: { set: workload.producers.messages, values: [100, 200] }
                        """);
        Path studies = folder.resolve("studies");
        dyno.type("study %s --studies %s --tag commit=5555", study, studies).ended(Exit.GOOD);
        assertThat(Listing.of(Listing.only(studies).resolve("runs"))).hasSize(2).allSatisfy(run -> assertThat(tags(run))
                .containsEntry("commit", "5555"));
    }

    @Test
    void wrongTagsAreRefusedWhereTheyAre() throws Exception {
        dyno.type(LOAD + "--tag 1x=2")
                .refused(
                        "--tag: 1x=2; must be NAME=VALUE: a name of at most 40 letters, digits and _ that begins with a");
        dyno.type(LOAD + "--tag commit").refused("--tag: commit; must be NAME=VALUE.");
        dyno.type("run %s --broker sim", file("a.yaml", WORKLOAD.replace("size", "a-b")))
                .refused("a.yaml:1:7: tags: a-b=small; must be NAME=VALUE");
        dyno.type("run %s --broker sim", file("b.yaml", WORKLOAD.replace("small", "{ a: b }")))
                .refused("b.yaml:1");
        assertThat(runs()).isEmpty();
    }
}
