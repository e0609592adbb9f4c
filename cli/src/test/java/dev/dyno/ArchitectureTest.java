package dev.dyno;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The order of the packages: dependencies point one way. Engine and report do not know each other: the engine writes the result,
 * which is pure data, and the report reads it.
 */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Tests of other modules: fixtures, and the contract of the drivers.
            .withImportOption(location -> !location.contains("-tests.jar") && !location.contains("driver-tck"))
            .importPackages("dev.dyno");

    private static final String HDR = "org.HdrHistogram";
    private static final String DRIVER_SPI = "dev.dyno.driver";
    private static final String SETTING = "dev.dyno.driver.setting";
    private static final String MODEL = "dev.dyno.model.";
    private static final String ENGINE = "dev.dyno.engine.";
    private static final String REPORT = "dev.dyno.report.";
    private static final String APP = "dev.dyno.app.";

    /** A package and all that it may use, besides itself, the JDK and annotations. */
    private record Rule(String name, String... mayUse) {}

    private static final List<Rule> RULES = List.of(
            new Rule("driver.setting"),
            new Rule("driver", SETTING, "javax.net.ssl"),
            new Rule("model.pace", DRIVER_SPI, SETTING),
            new Rule("model.workload", DRIVER_SPI, SETTING, MODEL + "pace"),
            new Rule("model.result", HDR),
            new Rule("model.metric", MODEL + "result"),
            new Rule("model.verdict", SETTING, MODEL + "config", MODEL + "result", HDR),
            new Rule("model.yaml", SETTING, "org.snakeyaml.engine.."),
            new Rule("model.config", DRIVER_SPI, SETTING, MODEL + "yaml", MODEL + "pace", MODEL + "workload"),
            new Rule(
                    "model.config.file",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "yaml",
                    MODEL + "config",
                    MODEL + "pace",
                    MODEL + "workload"),
            new Rule("broker.process", SETTING, MODEL + "result", MODEL + "yaml", "javax.net.ssl"),
            new Rule(
                    "broker.resource",
                    DRIVER_SPI,
                    MODEL + "result",
                    "tools.jackson..",
                    "oshi..",
                    "javax.management..",
                    "com.sun.tools.attach"),
            new Rule(
                    "broker.profile",
                    MODEL + "workload",
                    MODEL + "result",
                    "one.convert",
                    "one.jfr..",
                    "javax.management..",
                    "jdk.management.jfr",
                    "com.sun.tools.attach"),
            new Rule(
                    "engine.record",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "result",
                    "dev.dyno.broker.resource",
                    HDR),
            new Rule(
                    "engine.send",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "result",
                    ENGINE + "record",
                    HDR),
            new Rule(
                    "engine.receive",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "result",
                    ENGINE + "record",
                    HDR),
            new Rule(
                    "engine.run",
                    DRIVER_SPI,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "result",
                    MODEL + "verdict",
                    "dev.dyno.broker.resource",
                    ENGINE + "record",
                    ENGINE + "send",
                    ENGINE + "receive",
                    HDR),
            new Rule("engine.proxy", DRIVER_SPI),
            new Rule(
                    "engine.selftest",
                    DRIVER_SPI,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "result",
                    ENGINE + "record",
                    ENGINE + "run",
                    ENGINE + "proxy",
                    HDR),
            new Rule(
                    "report.store",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    HDR,
                    "com.fasterxml.jackson.annotation",
                    "tools.jackson.."),
            new Rule("report.history", MODEL + "result", MODEL + "verdict", MODEL + "metric", REPORT + "store"),
            new Rule(
                    "report.query",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    REPORT + "store",
                    REPORT + "page",
                    REPORT + "history"),
            new Rule(
                    "report.console",
                    MODEL + "workload",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    REPORT + "store"),
            new Rule(
                    "report.export",
                    MODEL + "workload",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    REPORT + "store",
                    REPORT + "console",
                    HDR,
                    "tools.jackson..",
                    "javax.xml.stream"),
            new Rule(
                    "report.page",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    REPORT + "store",
                    HDR,
                    "com.fasterxml.jackson.annotation",
                    "tools.jackson..",
                    "com.github.weisj.jsvg..",
                    "javax.imageio"),
            new Rule(
                    "report.metrics",
                    MODEL + "result",
                    MODEL + "metric",
                    REPORT + "store",
                    HDR,
                    "io.prometheus.metrics.model.snapshots",
                    "io.prometheus.metrics.expositionformats",
                    "com.sun.net.httpserver"),
            new Rule(
                    "report.compare",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    REPORT + "store",
                    REPORT + "history",
                    REPORT + "export",
                    REPORT + "page",
                    HDR,
                    "org.apache.commons.statistics.distribution",
                    "javax.xml.stream",
                    "tools.jackson.."),
            new Rule(
                    "report.study",
                    SETTING,
                    MODEL + "pace",
                    MODEL + "result",
                    MODEL + "verdict",
                    MODEL + "metric",
                    MODEL + "yaml",
                    MODEL + "config.file",
                    REPORT + "store",
                    REPORT + "page",
                    HDR,
                    "org.apache.commons.statistics.distribution",
                    "tools.jackson.."),
            new Rule("driver.sim", DRIVER_SPI, SETTING),
            new Rule("cluster.group", DRIVER_SPI, "org.jgroups..", "javax.crypto..", "javax.net.ssl"),
            new Rule(
                    "cluster",
                    "dev.dyno.cluster.group",
                    "dev.dyno.broker.process",
                    "dev.dyno.broker.resource",
                    DRIVER_SPI,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "config.file",
                    MODEL + "yaml",
                    MODEL + "result",
                    ENGINE + "record",
                    ENGINE + "receive",
                    ENGINE + "run",
                    REPORT + "store",
                    HDR,
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation"),
            new Rule(
                    "app.plan",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "config",
                    MODEL + "config.file",
                    MODEL + "yaml",
                    "dev.dyno.broker.process",
                    ENGINE + "record",
                    REPORT + "store",
                    REPORT + "study"),
            new Rule(
                    "app.execute",
                    DRIVER_SPI,
                    SETTING,
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "config",
                    MODEL + "config.file",
                    MODEL + "result",
                    "dev.dyno.broker..",
                    ENGINE + "record",
                    ENGINE + "run",
                    "dev.dyno.cluster..",
                    REPORT + "store",
                    REPORT + "console",
                    REPORT + "export",
                    REPORT + "page",
                    REPORT + "metrics",
                    APP + "plan"),
            new Rule(
                    "app.study",
                    MODEL + "pace",
                    MODEL + "workload",
                    MODEL + "config.file",
                    MODEL + "result",
                    MODEL + "yaml",
                    ENGINE + "record",
                    REPORT + "store",
                    REPORT + "study",
                    APP + "plan",
                    APP + "execute"),
            new Rule(
                    "app.compare",
                    MODEL + "pace",
                    MODEL + "config.file",
                    MODEL + "result",
                    MODEL + "metric",
                    REPORT + "store",
                    REPORT + "history",
                    REPORT + "compare",
                    REPORT + "study",
                    APP + "plan",
                    APP + "execute"),
            new Rule(
                    "cli.options",
                    "dev.dyno.app..",
                    "dev.dyno.broker..",
                    DRIVER_SPI,
                    SETTING,
                    "dev.dyno.model..",
                    "dev.dyno.report..",
                    "picocli"),
            new Rule(
                    "cli",
                    "dev.dyno.cli.options",
                    "dev.dyno.app..",
                    "dev.dyno.cluster..",
                    "dev.dyno.broker..",
                    DRIVER_SPI,
                    SETTING,
                    "dev.dyno.model..",
                    "dev.dyno.engine..",
                    "dev.dyno.report..",
                    "picocli"));

    @TestFactory
    Stream<DynamicTest> eachPackageUsesOnlyWhatIsBelowIt() {
        return RULES.stream().map(rule -> DynamicTest.dynamicTest(rule.name, () -> check(rule)));
    }

    @Test
    void eachPackageHasARule() {
        Set<String> ruled = RULES.stream().map(rule -> "dev.dyno." + rule.name).collect(Collectors.toSet());
        assertThat(CLASSES).isNotEmpty().allSatisfy(c -> assertThat(ruled).contains(c.getPackageName()));
    }

    /** Others are used as libraries, and tested without a process of their own. */
    @Test
    void onlyMainPrintsAndEndsTheProcess() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.dyno.cli.Main")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .check(CLASSES);
    }

    private static final Path PAGE = Path.of("..", "docs", "architecture.md");

    private static final Pattern PICTURE = Pattern.compile("```mermaid\n.*?```\n", Pattern.DOTALL);

    /** {@code -Ddyno.generate=true} draws it again. */
    @Test
    void thePictureOfTheModulesIsUpToDate() throws IOException {
        String page = Files.readString(PAGE);
        String drawn = PICTURE.matcher(page).replaceFirst(picture());
        if (Boolean.getBoolean("dyno.generate")) {
            Files.writeString(PAGE, drawn);
        }
        assertThat(page)
                .as("made again by: mvn -pl cli -am test -Dtest=ArchitectureTest -Ddyno.generate=true")
                .isEqualTo(drawn);
    }

    /** Modules and their arrows, without the arrows that follow from others. */
    private static String picture() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass from : CLASSES) {
            Set<String> used = uses.computeIfAbsent(module(from), name -> new TreeSet<>());
            from.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass())
                    .filter(to -> to.getPackageName().startsWith("dev.dyno.")
                            && !module(to).equals(module(from)))
                    .forEach(to -> used.add(module(to)));
        }
        StringBuilder picture = new StringBuilder("```mermaid\nflowchart TD\n");
        uses.forEach((from, all) -> all.stream()
                .filter(to -> all.stream().noneMatch(other -> reaches(uses, other, to)))
                .forEach(to -> picture.append("  ")
                        .append(from)
                        .append(" --> ")
                        .append(to)
                        .append('\n')));
        return picture.append("```\n").toString();
    }

    private static String module(JavaClass one) {
        return one.getPackageName().replaceFirst("dev\\.dyno\\.(driver\\.(?=sim))?(\\w+).*", "$2");
    }

    private static boolean reaches(Map<String, Set<String>> uses, String from, String to) {
        return uses.getOrDefault(from, Set.of()).stream().anyMatch(next -> next.equals(to) || reaches(uses, next, to));
    }

    private static void check(Rule rule) {
        String own = "dev.dyno." + rule.name;
        String[] allowed = Stream.concat(
                        Stream.of(own, "java..", "com.sun.management", "org.jspecify.annotations"),
                        Stream.of(rule.mayUse))
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(CLASSES);
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("dev.dyno.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Measurements use the clock that is handed in; only the wait for a broker's start uses the clock of this machine. */
    @Test
    void onlyTheSystemClockReadsTheTime() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dyno.broker.process")
                .and()
                .doNotHaveFullyQualifiedName("dev.dyno.model.pace.SystemTime")
                .should()
                .callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }
}
