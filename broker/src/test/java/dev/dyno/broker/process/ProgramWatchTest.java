package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ProgramWatchTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @TempDir
    Path folder = Path.of("");

    /** The engine removes nothing if one of the named containers is gone, as podman 4.3 does. */
    @Test
    void aContainerIsRemovedBesideOneThatRemovesItself() throws Exception {
        Path containers = Files.createDirectory(folder.resolve("containers"));
        Path left = Files.createFile(containers.resolve("left"));
        Path engine = Files.writeString(folder.resolve("engine"), """
                #!/bin/sh
                cd %s
                verb=$1
                shift
                case $verb in
                    ps) echo gone; ls ;;
                    rm) shift; ls "$@" && rm "$@" ;;
                esac
                """.formatted(containers));
        assertThat(engine.toFile().setExecutable(true)).isTrue();
        Software.Image image = new Software.Image("image", Optional.empty(), List.of(), List.of());
        ProgramWatch watch =
                new ProgramWatch(new DataFolder(folder, false), Optional.of(new Container(engine, "image", image)));
        watch.begin();
        watch.end();

        assertThat(TestHome.await(LIMIT, () -> Files.notExists(left))).isTrue();
    }
}
