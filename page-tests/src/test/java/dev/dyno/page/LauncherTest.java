package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code dyno} in an installed folder, under the locales of a cron job and of a container. */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Timeout(120)
class LauncherTest {

    private static final String NAME = "Größe";

    private final Path folder;

    LauncherTest(@TempDir Path temporary) throws IOException {
        folder = Files.createDirectories(temporary.resolve("żółw"));
        Path bin = Files.createDirectories(folder.resolve("installed").resolve("bin"));
        Files.copy(Path.of("..", "dyno"), bin.resolve("dyno"), StandardCopyOption.COPY_ATTRIBUTES);
        try (Stream<Path> laidOut = Files.list(DynoCommand.HOME)) {
            for (Path entry : laidOut.toList()) {
                Files.createSymbolicLink(bin.resolveSibling(entry.getFileName()), entry);
            }
        }
    }

    /** JUnit warns of links that lead out of its folder. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> installed = Files.list(folder.resolve("installed"))) {
            for (Path link : installed.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private record Ran(int status, String said) {}

    /** In an environment of these variables only, so that nothing of the one of the tests helps. */
    private Ran run(Map<String, String> variables, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("console").toFile());
        String path = builder.environment().getOrDefault("PATH", "");
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of("PATH", path, "HOME", folder.toString(), "JAVA_HOME", System.getProperty("java.home")));
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), Files.readString(folder.resolve("console"), StandardCharsets.UTF_8));
    }

    private static List<String> load(List<String> program, String address) {
        List<String> command = new ArrayList<>(program);
        command.addAll(
                List.of("client", address, "--broker", "null", "--warmup", "0", "--duration", "1", "--rate", "100"));
        return command;
    }

    private List<String> launcher() {
        return List.of(folder.resolve("installed/bin/dyno").toString());
    }

    private static String onlyRunIn(Path runs) throws IOException {
        return Files.readString(DynoCommand.runIn(runs).resolve("run.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = "LC_ALL=C")
    void namesOutsideAsciiAreReadRightInEachLocale(String locale) throws IOException, InterruptedException {
        int end = locale.indexOf('=');

        Ran ran = run(
                Map.of(locale.substring(0, end), locale.substring(end + 1), "DYNO_NAME", "Wärme"),
                load(launcher(), "queue://" + NAME));

        assertThat(ran.status()).as(ran.said()).isZero();
        assertThat(onlyRunIn(folder.resolve(".dyno").resolve("runs")))
                .contains("\"queue://" + NAME + "\"", "\"Wärme\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LANG=", "LANG=xx_XX.UTF-8"})
    @Tag("nightly")
    void soTheyAreInOtherLocales(String locale) throws IOException, InterruptedException {
        namesOutsideAsciiAreReadRightInEachLocale(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = "JDK_JAVA_OPTIONS")
    void aCollectorThatAVariableAsksForIsTaken(String variable) throws IOException, InterruptedException {
        Ran ran = run(Map.of(variable, "-XX:+UseSerialGC"), load(launcher(), "queue://A"));

        assertThat(ran.status()).as(ran.said()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_ARGS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"})
    @Tag("nightly")
    void soIsOneThatAnotherVariableAsksFor(String variable) throws IOException, InterruptedException {
        aCollectorThatAVariableAsksForIsTaken(variable);
    }

    /** A JVM takes no class out of an archive if their folder has a name outside of ASCII. */
    @Tag("nightly")
    @Test
    void theArchiveOfClassesFitsAFolderThatWasMoved() throws IOException, InterruptedException {
        Path installed = Files.createDirectory(folder.resolveSibling("dyno-0.3.0"));
        Path lib = Files.createDirectory(installed.resolve("lib"));
        Files.copy(Path.of("..", "dyno"), installed.resolve("dyno"), StandardCopyOption.COPY_ATTRIBUTES);
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(DynoCommand.HOME.resolve("lib"), "*.jar")) {
            for (Path jar : jars) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }

        String here = originOfMain(installed);
        String there = originOfMain(Files.move(installed, installed.resolveSibling("moved")));

        assertThat(here).startsWith("shared objects file");
        assertThat(there).isEqualTo(here);
    }

    private String originOfMain(Path installed) throws IOException, InterruptedException {
        Ran ran = run(
                Map.of("JAVA_ARGS", "-Xlog:class+load"),
                List.of(installed.resolve("dyno").toString(), "--version"));
        return ran.said()
                .lines()
                .filter(line -> line.contains(" dev.dyno.cli.Main source: "))
                .map(line -> line.substring(line.indexOf("source: ") + "source: ".length()))
                .findFirst()
                .orElseThrow();
    }

    /** It would fit no other run once that link is gone. */
    @Test
    void aRunThroughALinkLeavesAnArchiveForTheFolderItself() throws IOException, InterruptedException {
        Path lib = DynoCommand.HOME.resolve("lib").toRealPath();

        Ran ran = run(Map.of(), List.of(launcher().get(0), "--version"));

        assertThat(ran.status()).as(ran.said()).isZero();
        assertThat(lib.resolve("dyno.jsa.for")).content().contains(lib.toString());
    }

    @Test
    void allLinesOfJavaArgsAreTaken() throws IOException, InterruptedException {
        Ran ran = run(Map.of("JAVA_ARGS", "-Xmx300m\n-XX:+NoSuchFlag\n"), load(launcher(), "queue://A"));

        assertThat(ran.status()).isNotZero();
        assertThat(ran.said()).contains("NoSuchFlag");
    }

    @Test
    void anOutputThatIsFullIsAFailure() throws IOException, InterruptedException {
        List<String> words = load(launcher(), "queue://A");

        Ran ran = run(Map.of(), List.of("sh", "-c", "exec " + String.join(" ", words) + " --format json >/dev/full"));

        assertThat(ran.status()).as(ran.said()).isEqualTo(1);
    }

    @Test
    void aPasswordWithAQuoteIsNotShown() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(load(launcher(), "queue://A"));
        words.addAll(List.of("--set", "password=ge\"heim x"));

        assertThat(run(Map.of(), words).said()).isNotEmpty().doesNotContain("picocli", "heim");
    }

    @Test
    void aFolderThatJavaWouldDivideIsRefused() throws IOException, InterruptedException {
        Path divided = Files.createDirectories(folder.resolve("a:b").resolve("bin"));
        Files.createDirectory(divided.resolveSibling("lib"));
        Files.copy(Path.of("..", "dyno"), divided.resolve("dyno"), StandardCopyOption.COPY_ATTRIBUTES);

        Ran ran = run(Map.of(), List.of(divided.resolve("dyno").toString(), "--version"));

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.said()).startsWith("dyno: ").contains("a:b has a colon").hasLineCount(1);
    }

    @Test
    void namesThatTheJvmCannotReadAreRefused() throws IOException, InterruptedException {
        List<String> jvm = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Ddyno.home=" + DynoCommand.HOME,
                "-cp",
                DynoCommand.HOME.resolve("lib") + "/*",
                "dev.dyno.cli.Main");

        Ran argument = run(Map.of("LC_ALL", "C", "HOME", "/tmp", "PWD", "/tmp"), load(jvm, "queue://" + NAME));
        Ran variable =
                run(Map.of("LC_ALL", "C", "HOME", "/tmp", "PWD", "/tmp", "DYNO_NAME", NAME), load(jvm, "queue://A"));

        assertThat(argument.status()).as(argument.said()).isEqualTo(2);
        assertThat(argument.said())
                .startsWith("dyno: argument 2 ")
                .contains("set LC_ALL=C.UTF-8")
                .doesNotContain("\tat ");
        assertThat(variable.status()).as(variable.said()).isEqualTo(2);
        assertThat(variable.said()).startsWith("dyno: DYNO_NAME ").contains("set LC_ALL=C.UTF-8");
    }
}
