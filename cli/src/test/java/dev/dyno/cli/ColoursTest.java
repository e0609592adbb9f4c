package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Colours, on a terminal that {@code script} makes, are for terminals and users who have not said that they want none. */
@EnabledOnOs(OS.LINUX)
class ColoursTest {

    private static String help(String variable) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs the program script");
        String dyno = BuiltDyno.command(List.of("explain", "--help")).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        ProcessBuilder builder =
                new ProcessBuilder("/usr/bin/script", "-qec", dyno, "/dev/null").redirectErrorStream(true);
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

    @ParameterizedTest
    @CsvSource({
        "TERM=xterm, true",
        "TERM=dumb, false",
        "NO_COLOR=1, false",
        "CLICOLOR=0, false",
        "CLICOLOR=1, true",
    })
    @Tag("slow")
    @Timeout(60)
    void areForTerminalsThatShowThem(String variable, boolean coloured) throws Exception {
        String help = help(variable);
        assertThat(help).contains("dyno explain");
        assertThat(help.contains("\u001b[")).as(help).isEqualTo(coloured);
    }
}
