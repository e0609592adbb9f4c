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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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

    /**
     * Each package, and behind it all that it may use, besides itself, the JDK and annotations. Names of ours are without {@code
     * dev.dyno.}; {@code a.{b,c}} stands for {@code a.b a.c}.
     */
    private static final String RULES = """
            driver.setting:    java..
            driver:            driver.setting javax.net.ssl
            model.pace:        driver driver.setting
            model.parts:       java..
            model.workload:    driver driver.setting model.{parts,pace}
            model.result:      model.parts hdr
            model.capacity:    java..
            model.metric:      driver.setting model.result
            model.threshold:   driver.setting model.{pace,result,metric}
            model.verdict:     driver.setting model.{pace,config,capacity,result,metric,threshold} hdr
            model.yaml:        driver driver.setting org.snakeyaml.engine..
            model.config:      driver driver.setting model.{yaml,pace,workload,result,threshold}
            model.config.file: driver driver.setting model.{yaml,config,pace,workload}
            broker.log:        driver model.result
            broker.process:    broker.log driver.setting model.{result,yaml} javax.net.ssl
            broker.resource:   driver model.{pace,result} tools.jackson.. oshi.. javax.management..
            broker.profile:    model.{workload,result} one.convert one.jfr.. com.sun.tools.attach
            engine.drivers:    driver driver.setting model.workload broker.process
            engine.record:     driver driver.setting model.{pace,workload,result} broker.resource engine.drivers hdr
            engine.send:       driver driver.setting model.{pace,workload,result} engine.record hdr com.sun.jna
            engine.receive:    driver driver.setting model.{pace,workload,result} engine.record hdr
            engine.run:        driver model.{pace,workload,result,verdict} broker.resource
                               engine.{drivers,record,send,receive} hdr
            engine.capacity:   model.{capacity,result} org.apache.commons.statistics.distribution
            engine.proxy:      driver
            engine.selftest:   driver model.{pace,workload,config.file,result,verdict} engine.{drivers,record,run,proxy} hdr
            report.store:      model.{capacity,result,verdict,metric} hdr com.fasterxml.jackson.annotation tools.jackson..
            report.history:    model.{result,verdict,metric} report.store
            report.trend:      model.{result,metric} report.{store,history,page}
                               org.apache.commons.statistics.distribution
            report.query:      model.{capacity,result,verdict,metric} report.{store,page,history} hdr
            report.console:    model.{capacity,workload,result,verdict,metric} report.store
            report.export:     model.{workload,result,verdict,metric} report.{store,console} hdr tools.jackson..
                               javax.xml.stream
            report.page:       model.{capacity,result,threshold,verdict,metric} report.{store,console} hdr com.fasterxml.jackson.annotation
                               tools.jackson.. com.github.weisj.jsvg.. javax.imageio
            report.http:       com.sun.net.httpserver
            report.metrics:    model.{result,verdict,metric} report.{http,store} hdr io.prometheus.metrics.expositionformats
                               io.prometheus.metrics.model.snapshots com.sun.net.httpserver tools.jackson..
            report.live:       report.http com.sun.net.httpserver
            report.compare:    model.{result,verdict,metric,threshold} report.{store,history,export,page} hdr
                               org.apache.commons.statistics.distribution javax.xml.stream tools.jackson..
            report.study:      driver driver.setting model.{pace,result,verdict,metric,threshold,yaml,config.file}
                               report.{store,page,compare} hdr org.apache.commons.statistics.distribution tools.jackson..
            driver.sim:        driver driver.setting
            cluster.group:     driver javax.crypto.. javax.net.ssl
            cluster:           cluster.group broker.{process,resource} driver
                               model.{pace,workload,config.file,yaml,result} engine.{drivers,record,receive,run}
                               report.store hdr tools.jackson.. com.fasterxml.jackson.annotation
            app.plan:          driver driver.setting
                               model.{pace,workload,config,config.file,yaml,result,metric,threshold} broker.process
                               engine.{drivers,record,capacity} report.{store,study}
            app.execute:       driver driver.setting broker..
                               model.{parts,pace,workload,config,config.file,capacity,result,metric,threshold,verdict}
                               engine.{drivers,record,send,run,capacity,proxy,selftest} cluster.. report.{store,console,export,page,metrics,live}
                               app.plan hdr
            app.study:         model.{pace,workload,config,config.file,result,metric,yaml} engine.{drivers,record} report.{store,study}
                               app.{plan,execute}
            app.compare:       model.{pace,config.file,result,metric} report.{store,console,compare,study}
                               app.{plan,execute}
            app.capacity:      engine.capacity model.{capacity,config,result,verdict} report.{store,page,console,compare} app.{plan,execute}
            cli.options:       app.. broker.. driver driver.setting engine.drivers model.. report.. picocli
            cli.history:       cli.options app.plan driver.setting model.{metric,result,verdict} report.{history,store} picocli
            cli:               cli.{history,options} app.. cluster.. broker.. driver driver.setting model.. engine.. report..
                               picocli
            """;

    private static final Set<String> MODULES =
            Set.of("driver", "model", "broker", "engine", "report", "cluster", "app", "cli");

    private static Stream<String[]> rules() {
        return RULES.replaceAll("\n +", " ").lines().map(rule -> rule.split(":? +", -1));
    }

    @TestFactory
    Stream<DynamicTest> eachPackageUsesOnlyWhatIsBelowIt() {
        return rules().map(rule -> DynamicTest.dynamicTest(rule[0], () -> check(rule)));
    }

    /** The packages that a word of a rule stands for. */
    private static Stream<String> packages(String word) {
        int brace = word.indexOf('{');
        if (brace > 0) {
            return Stream.of(word.substring(brace + 1, word.length() - 1).split(",", -1))
                    .flatMap(name -> packages(word.substring(0, brace) + name));
        }
        boolean isOurs = MODULES.contains(word.replaceFirst("\\..*", ""));
        return Stream.of(isOurs ? "dev.dyno." + word : word.equals("hdr") ? "org.HdrHistogram" : word);
    }

    @Test
    void eachPackageHasARule() {
        Set<String> ruled = rules().map(rule -> "dev.dyno." + rule[0]).collect(Collectors.toSet());
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

    private static void check(String[] rule) {
        Stream<String> always =
                Stream.of("dev.dyno." + rule[0], "java..", "com.sun.management", "org.jspecify.annotations");
        Stream<String> mayUse = Stream.of(rule).skip(1).flatMap(ArchitectureTest::packages);
        classes()
                .that()
                .resideInAPackage("dev.dyno." + rule[0])
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.concat(always, mayUse).toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void noPackagesDependOnEachOtherInACircle() {
        slices().matching("dev.dyno.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** At most 6 names are those of classes in several drivers, for example {@code AsyncProducer}. */
    @Test
    void noTwoClassesOutsideDriversHaveOneName() throws IOException {
        List<Path> ofDrivers = WordsTest.sources("drivers");
        Map<String, List<Path>> twice = classesBy(file -> file.getFileName().toString());
        twice.values().removeIf(files -> files.size() == 1);
        assertThat(twice).hasSizeLessThanOrEqualTo(6).allSatisfy((name, files) -> assertThat(ofDrivers)
                .containsAll(files));
    }

    @Test
    void noPackageHasMoreThanFiftyClasses() throws IOException {
        assertThat(classesBy(file -> file.toString().replaceFirst(".*/src/main/java/(.*)/[^/]*$", "$1")))
                .hasSizeGreaterThan(40)
                .allSatisfy((name, files) -> assertThat(files).hasSizeLessThanOrEqualTo(50));
    }

    private static Map<String, List<Path>> classesBy(Function<Path, String> name) throws IOException {
        return sources().stream()
                .filter(file -> file.toString().contains("/java/dev/dyno/") && !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(name));
    }

    /** Lines of main code. What grows beyond is divided. */
    @Test
    void noPackageHasMoreThan4500LinesAndNoModuleMoreThan18PercentOfAll() throws IOException {
        Map<String, Integer> packages = new TreeMap<>();
        Map<String, Integer> modules = new TreeMap<>();
        for (Path file : sources()) {
            int lines = Files.readAllLines(file).size();
            packages.merge(file.toString().replaceFirst("/[^/]*$", ""), lines, Integer::sum);
            modules.merge(file.toString().replaceFirst("/src/main/.*", ""), lines, Integer::sum);
        }
        int all = modules.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(packages).allSatisfy((name, lines) -> assertThat(lines).isLessThanOrEqualTo(4_500));
        assertThat(modules).hasSizeGreaterThan(20).allSatisfy((name, lines) -> assertThat(lines)
                .isLessThanOrEqualTo(all * 18 / 100));
    }

    /** Files of all modules, also of those that the command line does not use: drivers, their contract, brokers, benchmarks. */
    private static List<Path> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : WordsTest.FOLDERS) {
            files.addAll(WordsTest.sources(folder));
        }
        return files;
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
