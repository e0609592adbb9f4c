package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Small file system, which only root may make; it is removed after the test. */
final class SmallDisk implements AutoCloseable {

    private final Path place;

    /** @param folder of the test */
    SmallDisk(Path folder, int mib) throws IOException {
        place = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "none", place.toString()),
                "only root may mount a small file system, and only where it may at all");
    }

    private static boolean run(String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.onExit().orTimeout(20, TimeUnit.SECONDS).join().exitValue() == 0;
    }

    Path place() {
        return place;
    }

    /** To the last byte. */
    void fill() {
        byte[] block = new byte[64 << 10];
        try (OutputStream out = Files.newOutputStream(place.resolve("filler"))) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessage("No space left on device");
        }
    }

    @Override
    public void close() throws IOException {
        assertThat(run("umount", "--lazy", place.toString())).isTrue();
    }
}
