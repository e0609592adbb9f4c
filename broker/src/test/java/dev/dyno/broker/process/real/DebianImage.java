package dev.dyno.broker.process.real;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Images that the tests build of packages of Debian: no registry is asked. */
public final class DebianImage {

    private DebianImage() {}

    /**
     * Builds an image; skips the test, with the reason, where that cannot be done.
     *
     * @param suite of Debian; empty = this machine's
     */
    public static void require(String name, String suite, String... packages) {
        try {
            Path folder = Files.createTempDirectory("dyno-image-");
            List<String> command = new ArrayList<>(List.of("bash", script().toString(), name));
            command.add(folder.resolve("image").toString());
            command.add(suite);
            command.addAll(List.of(packages));
            Process build =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String words = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = build.waitFor();
            new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
            assumeTrue(status == 0, () -> "the image " + name + " cannot be built here: " + words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while an image was built", e);
        }
    }

    /** In the project's folder, which is above that of the module. */
    private static Path script() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
                .map(folder -> folder.resolve(".mvn").resolve("debian-image.sh"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
    }
}
