package dev.dyno;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The order of the packages: dependencies point one way, and the result is the hinge, pure data that load writes and report
 * reads.
 */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // The contract of the drivers is on the class path as a jar of tests.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.dyno");

    private static final String HDR = "org.HdrHistogram";
    private static final String DRIVER_SPI = "dev.dyno.driver";
    private static final String SETTING = "dev.dyno.driver.setting";

    /** A package and all that it may use, besides itself, the JDK and annotations. */
    private record Rule(String name, String... mayUse) {}

    private static final List<Rule> RULES = List.of(
            new Rule("driver.setting"),
            new Rule("driver", SETTING, "javax.net.ssl"),
            new Rule("pace", DRIVER_SPI, SETTING),
            new Rule("workload", DRIVER_SPI, SETTING, "dev.dyno.pace"),
            new Rule("result", HDR),
            new Rule("figure", "dev.dyno.result"),
            new Rule("verdict", SETTING, "dev.dyno.pace", "dev.dyno.result", HDR),
            new Rule(
                    "resource",
                    DRIVER_SPI,
                    "dev.dyno.result",
                    "tools.jackson..",
                    "oshi..",
                    "javax.management..",
                    "com.sun.tools.attach"),
            new Rule(
                    "profile",
                    "dev.dyno.workload",
                    "dev.dyno.result",
                    "one.convert",
                    "one.jfr..",
                    "javax.management..",
                    "jdk.management.jfr",
                    "com.sun.tools.attach"),
            new Rule(
                    "load",
                    DRIVER_SPI,
                    SETTING,
                    "dev.dyno.pace",
                    "dev.dyno.workload",
                    "dev.dyno.result",
                    "dev.dyno.resource",
                    "dev.dyno.verdict",
                    HDR),
            new Rule("broker", SETTING, "dev.dyno.result", "dev.dyno.pace", "dev.dyno.yaml", "javax.net.ssl"),
            new Rule("json", "tools.jackson.."),
            new Rule("chart", "dev.dyno.figure", "com.github.weisj.jsvg..", "javax.imageio"),
            new Rule(
                    "report",
                    "dev.dyno.workload",
                    "dev.dyno.result",
                    "dev.dyno.verdict",
                    "dev.dyno.figure",
                    "dev.dyno.chart",
                    "dev.dyno.json",
                    HDR,
                    "com.fasterxml.jackson.annotation",
                    "tools.jackson..",
                    "javax.xml.stream"),
            new Rule("history", "dev.dyno.result", "dev.dyno.figure", "dev.dyno.report"),
            new Rule(
                    "query",
                    "dev.dyno.result",
                    "dev.dyno.verdict",
                    "dev.dyno.figure",
                    "dev.dyno.report",
                    "dev.dyno.history"),
            new Rule(
                    "metrics",
                    "dev.dyno.result",
                    "dev.dyno.figure",
                    "dev.dyno.report",
                    HDR,
                    "io.prometheus.metrics.model.snapshots",
                    "io.prometheus.metrics.expositionformats",
                    "com.sun.net.httpserver"),
            new Rule(
                    "compare",
                    "dev.dyno.result",
                    "dev.dyno.figure",
                    "dev.dyno.report",
                    "dev.dyno.history",
                    HDR,
                    "org.apache.commons.statistics.distribution",
                    "javax.xml.stream",
                    "tools.jackson.."),
            new Rule(
                    "study",
                    SETTING,
                    "dev.dyno.pace",
                    "dev.dyno.result",
                    "dev.dyno.verdict",
                    "dev.dyno.figure",
                    "dev.dyno.chart",
                    "dev.dyno.report",
                    "dev.dyno.json",
                    "dev.dyno.yaml",
                    "dev.dyno.workfile",
                    HDR,
                    "org.apache.commons.statistics.distribution",
                    "tools.jackson.."),
            new Rule(
                    "selftest",
                    DRIVER_SPI,
                    "dev.dyno.pace",
                    "dev.dyno.workload",
                    "dev.dyno.result",
                    "dev.dyno.load",
                    "dev.dyno.proxy",
                    HDR),
            new Rule("proxy", DRIVER_SPI),
            new Rule("yaml", SETTING, "org.snakeyaml.engine.."),
            new Rule("config", DRIVER_SPI, SETTING, "dev.dyno.yaml", "dev.dyno.pace", "dev.dyno.workload"),
            new Rule(
                    "workfile",
                    DRIVER_SPI,
                    SETTING,
                    "dev.dyno.yaml",
                    "dev.dyno.config",
                    "dev.dyno.pace",
                    "dev.dyno.workload"),
            new Rule("sim", DRIVER_SPI, SETTING));

    @TestFactory
    Stream<DynamicTest> eachPackageUsesOnlyWhatIsBelowIt() {
        return RULES.stream().map(rule -> DynamicTest.dynamicTest(rule.name, () -> check(rule)));
    }

    @Test
    void eachPackageHasARule() {
        Set<String> ruled = RULES.stream().map(rule -> "dev.dyno." + rule.name).collect(Collectors.toSet());
        assertThat(CLASSES).isNotEmpty().allSatisfy(c -> assertThat(ruled).contains(c.getPackageName()));
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
        slices().matching("dev.dyno.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** What is measured is measured on the clock that is handed in. A broker's start is waited for on this machine's. */
    @Test
    void onlyTheSystemClockReadsTheTime() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dyno.broker")
                .and()
                .doNotHaveFullyQualifiedName("dev.dyno.pace.SystemTime")
                .should()
                .callMethod(System.class, "nanoTime")
                .check(CLASSES);
    }
}
