package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadFormTest {

    /** A program in place of the JVM says how it was started, and ends. */
    @Test
    void secretsAreNoWordsOfTheCommand(@TempDir Path folder) throws IOException {
        Path program = Files.createDirectory(folder.resolve("bin")).resolve("java");
        Files.writeString(program, "#!/bin/sh\necho \"$*\"\necho \"$DYNO_URL $DYNO_PASSWORD $DYNO_DRIVER_PROPERTY\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        String home = System.getProperty("java.home");
        System.setProperty("java.home", folder.toString());
        try {
            Throwable ended = catchThrowable(() -> new LoadForm(folder)
                    .start(Map.of(
                            "--url", "amqp://me:one@h",
                            "--user", "me",
                            "--password", "two",
                            "--driver-property", "mqtt.password=three")));
            assertThat(ended).hasMessageEndingWith("\namqp://me:one@h two mqtt.password=three\n");
            assertThat(String.valueOf(ended.getMessage()).lines().findFirst().orElseThrow())
                    .contains("--user=me")
                    .doesNotContain("--url", "--password", "--driver-property");
        } finally {
            System.setProperty("java.home", home);
        }
    }
}
