package dev.dyno.engine.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {

    private static final String CLASS_PATH = "java.class.path";

    private final String before = System.getProperty(CLASS_PATH);

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void putBack() {
        System.setProperty(CLASS_PATH, before);
    }

    private static String of(Path... elements) {
        System.setProperty(
                CLASS_PATH,
                String.join(
                        File.pathSeparator,
                        Stream.of(elements).map(Path::toString).toList()));
        return Build.fingerprint();
    }

    private Path classes(String name, String content) throws IOException {
        Path file = folder.resolve(name).resolve("dev/dyno/A.class");
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return folder.resolve(name);
    }

    private Path jar(String name, String content) throws IOException {
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("dev/dyno/A.class"));
            out.write(content.getBytes(UTF_8));
        }
        return jar;
    }

    @Test
    void buildsOfTheSameSourcesHaveTheSameOneAndOthersAnother() throws IOException {
        String one = of(classes("one", "a"));
        assertThat(one).matches("[0-9a-f]{8}");
        assertThat(of(jar("dyno-engine.jar", "a"))).isEqualTo(one);
        assertThat(of(jar("library.jar", "b"), jar("dyno-engine.jar", "a"), folder.resolve("missing.jar")))
                .isEqualTo(one);
        assertThat(of(jar("dyno-engine.jar", "b"))).isNotEqualTo(one);
        assertThat(of(classes("two", "a b"))).isNotEqualTo(one);
    }
}
