package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Modules installed into a Maven repository can be used from a folder elsewhere: a driver is built from the text of its guide, and
 * a program from the modules without a command line.
 */
@Tag("nightly")
class OwnDriverGuideTest {

    private static final Path GUIDE = DocumentedCommand.PROJECT.resolve(Path.of("docs", "guide", "own-driver.md"));

    /** The name of a file, in the line before the block of code that it has. */
    private static final Pattern FILE =
            Pattern.compile("`(pom\\.xml|src/[^`]+)`[^\n]*\n\n```\\w+\n(.*?)```", Pattern.DOTALL);

    private static final Pattern COUNTS =
            Pattern.compile("<testsuite [^>]*tests=\"(\\d+)\" errors=\"0\" skipped=\"(\\d+)\" failures=\"0\"");

    @TempDir
    private static Path folder = Path.of("");

    private static Path repository = Path.of("");

    /** The test modules and all that the program needs, into a repository that sees everything else in the usual one. */
    @BeforeAll
    static void install() throws Exception {
        repository = Files.createDirectories(folder.resolve("repository"));
        Path usual = usualRepository();
        linkAll(usual, repository, "dev");
        linkAll(usual.resolve("dev"), Files.createDirectories(repository.resolve("dev")), "dyno");
        maven(
                DocumentedCommand.PROJECT,
                "install",
                "--projects=driver-tck,app",
                "--also-make",
                "--threads=2",
                "-DskipTests",
                "-Dstyle.skip",
                "-Dbuild.folder=target/installed",
                "-Ddyno.home=" + folder.resolve("laid-out"));
    }

    /** Where Maven has put a library of these tests. */
    private static Path usualRepository() throws URISyntaxException {
        Path jar = Path.of(
                Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        // org/junit/jupiter/ARTIFACT/VERSION/JAR
        return jar.resolve("../../../../../..").normalize();
    }

    private static void linkAll(Path from, Path to, String but) throws IOException {
        for (Path entry : Listing.of(from)) {
            if (!entry.endsWith(but)) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
            }
        }
    }

    private static void maven(Path where, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-Dmaven.repo.local=" + repository));
        command.addAll(List.of(words));
        Path log = Files.createTempFile(folder, "maven", ".log");
        Process process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroy();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    @Test
    void pomsNeedNoParentAndJarsHaveSources() throws IOException {
        List<Path> jars = Listing.files(repository.resolve(Path.of("dev", "dyno"))).stream()
                .filter(file -> file.toString().matches(".*/dyno-[a-z-]+-[0-9.]+\\.jar"))
                .toList();
        assertThat(jars)
                .extracting(jar -> jar.getName(jar.getNameCount() - 3).toString())
                .contains(
                        "dyno-driver-api",
                        "dyno-driver-tck",
                        "dyno-driver-sim",
                        "dyno-model",
                        "dyno-broker",
                        "dyno-engine",
                        "dyno-report",
                        "dyno-cluster",
                        "dyno-app");
        for (Path jar : jars) {
            String name = jar.toString().replaceFirst("\\.jar$", "");
            assertThat(Path.of(name + "-sources.jar")).isNotEmptyFile();
            assertThat(Files.readString(Path.of(name + ".pom")))
                    .contains("<artifactId>")
                    .doesNotContain("<parent>", "${", "<scope>test</scope>");
        }
    }

    @Test
    void aDriverIsBuiltElsewherePassesTheContractAndCarriesALoad() throws Exception {
        Path driver = Files.createDirectories(folder.resolve("memory"));
        for (Map.Entry<String, String> file : blocks().entrySet()) {
            Path to = driver.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.writeString(to, file.getValue());
        }

        maven(driver, "package");

        assertThat(testsThatRan(driver, "org.example.memory.MemoryDriverTest")).isGreaterThan(30);
        Dyno dyno = new Dyno(folder.resolve("dyno"));
        Path installed = Files.createDirectories(folder.resolve(Path.of("dyno", "home", "drivers", "memory")));
        Files.copy(driver.resolve("src/main/driver/driver.properties"), installed.resolve("driver.properties"));
        Files.copy(
                driver.resolve("target/memory-driver-1.0.jar"),
                Files.createDirectories(installed.resolve("lib")).resolve("memory-driver-1.0.jar"));
        List<String> words = new ArrayList<>(DocumentedCommand.all().stream()
                .filter(command -> command.place().startsWith("docs/guide/own-driver.md:"))
                .findFirst()
                .orElseThrow()
                .words());
        words.addAll(List.of("--messages", "500"));
        Ran ran = dyno.run(words.toArray(String[]::new));
        // The verdict may well be that this machine is too busy.
        assertThat(ran.out()).as(ran.err()).contains("500 delivered, 0 lost, 0 duplicate");
    }

    /** The program is the test of studies and comparisons from Java, which uses each of the modules. */
    @Test
    void studiesAndComparisonsAreCarriedOutElsewhere() throws Exception {
        Path program = Files.createDirectories(folder.resolve("program"));
        Files.writeString(
                program.resolve("pom.xml"),
                block("pom.xml").replace("dyno-driver-api", "dyno-app").replace("<scope>provided</scope>", ""));
        Path test = Path.of("src", "test", "java", "dev", "dyno", "cli", "FromJavaTest.java");
        Files.createDirectories(program.resolve(test).getParent());
        Files.writeString(program.resolve(test), Files.readString(test).replace("new Dyno(folder);", ""));
        new Dyno(folder.resolve("for-program"));

        maven(program, "package", "-Ddyno.home=" + System.getProperty("dyno.home"));

        assertThat(testsThatRan(program, "dev.dyno.cli.FromJavaTest")).isEqualTo(2);
    }

    private static Map<String, String> blocks() throws IOException {
        Map<String, String> blocks = new LinkedHashMap<>();
        Matcher file = FILE.matcher(Files.readString(GUIDE));
        while (file.find()) {
            blocks.put(file.group(1), file.group(2));
        }
        return blocks;
    }

    private static String block(String name) throws IOException {
        return Objects.requireNonNull(blocks().get(name));
    }

    private static int testsThatRan(Path project, String type) throws IOException {
        String report = Files.readString(project.resolve("target/surefire-reports/TEST-" + type + ".xml"));
        Matcher counts = COUNTS.matcher(report);
        assertThat(counts.find()).as(report).isTrue();
        return Integer.parseInt(counts.group(1)) - Integer.parseInt(counts.group(2));
    }
}
