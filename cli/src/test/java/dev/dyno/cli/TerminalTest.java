package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Colours, and {@code --password} without a value, on a terminal that {@code script} makes. */
class TerminalTest {

    private static final String WORD = "Xq7ZvKw9";

    @TempDir
    private Path folder = Path.of("");

    private static ProcessBuilder onATerminal(String... words) {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs the program script");
        return new ProcessBuilder("/usr/bin/script", "-qec", BuiltDyno.shellCommand(List.of(words)), "/dev/null")
                .redirectErrorStream(true);
    }

    private static String help(String variable) throws Exception {
        ProcessBuilder builder = onATerminal("explain", "--help");
        List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE").forEach(builder.environment()::remove);
        builder.environment().put("TERM", "xterm-256color");
        String[] given = variable.split("=", 2);
        builder.environment().put(given[0], given[1]);
        Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    /** They are for terminals and users who have not said that they want none. */
    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @CsvSource({"TERM=xterm, true", "NO_COLOR=1, false"})
    @Tag("slow")
    @Timeout(60)
    void coloursAreForTerminalsThatShowThem(String variable, boolean coloured) throws Exception {
        String help = help(variable);
        assertThat(help).contains("dyno explain");
        assertThat(help.contains("\u001b[")).as(help).isEqualTo(coloured);
    }

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @CsvSource({"TERM=dumb, false", "CLICOLOR=0, false", "CLICOLOR=1, true"})
    @Tag("nightly")
    @Timeout(60)
    void soTheyAreByOtherVariables(String variable, boolean coloured) throws Exception {
        coloursAreForTerminalsThatShowThem(variable, coloured);
    }

    /** The greeting of a client of NATS, which has its password. */
    private static String greeting(ServerSocket server) {
        try (Socket socket = server.accept();
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.getOutputStream()
                    .write(("INFO {\"server_id\":\"S\",\"version\":\"2.10.0\",\"headers\":true,\"max_payload\":1048576,"
                                    + "\"auth_required\":true}\r\n")
                            .getBytes(US_ASCII));
            return String.valueOf(in.readLine());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Tag("slow")
    @Timeout(60)
    void asksForThePasswordAndDoesNotShowIt() throws Exception {
        Path console = folder.resolve("console");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> greeting = CompletableFuture.supplyAsync(() -> greeting(server));
            Process process = onATerminal(Dyno.words(
                            "client --url nats://127.0.0.1:%s --runs %s topic://T --user me --password",
                            server.getLocalPort(), folder.resolve("runs")))
                    .redirectOutput(console.toFile())
                    .start();
            try {
                long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (!Files.readString(console).contains("password: ")) {
                    assertThat(System.nanoTime()).as(Files.readString(console)).isLessThan(endNs);
                    LockSupport.parkNanos(20_000_000);
                }
                process.getOutputStream().write((WORD + "\n").getBytes(US_ASCII));
                process.getOutputStream().flush();

                assertThat(greeting.get(30, TimeUnit.SECONDS))
                        .startsWith("CONNECT ")
                        .contains("\"pass\":\"" + WORD + "\"");
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            assertThat(console).content().doesNotContain(WORD);
        }
    }

    @Test
    void anOptionThatFollowsIsStoredAsItWasTyped() {
        assertThat(GivenReader.read(
                                Map.of(),
                                List.of("client", "--user", "me", "--password", "--rate", "100", "queue://q"),
                                Set.of("--user", "--password", "--rate")::contains)
                        .line())
                .isEqualTo("dyno client --user me --password --rate 100 queue://q");
    }
}
