package dev.dyno.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class HeldProcessorsTest {

    private static String allowed(String thread) throws IOException {
        return Files.readAllLines(Path.of("/proc", thread, "status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow()
                .replaceFirst("^\\S+\\s+", "");
    }

    @Test
    void allThreadsAreHeldThoseThatBeginMeanwhileTooAndLetGo() throws Exception {
        String before = allowed("thread-self");
        try (HeldProcessors held = HeldProcessors.to(List.of(0))) {
            assertThat(held).isNotNull();
            // "self" stands for the first thread of the process, which is not this one.
            assertThat(allowed("self")).isEqualTo("0");
            assertThat(ofANewThread()).isEqualTo("0");
        }
        assertThat(allowed("self")).isEqualTo(before);
        assertThat(ofANewThread()).isEqualTo(before);
    }

    private static String ofANewThread() throws InterruptedException {
        StringBuilder seen = new StringBuilder();
        Thread thread = new Thread(() -> {
            try {
                seen.append(allowed("thread-self"));
            } catch (IOException e) {
                seen.append(e);
            }
        });
        thread.start();
        thread.join();
        return seen.toString();
    }

    @Test
    void processorsThatAreNotThereAreRefusedAndNoneIsNothing() throws Exception {
        String before = allowed("thread-self");
        assertThatThrownBy(() -> HeldProcessors.to(List.of(HeldProcessors.HIGHEST)))
                .isInstanceOf(IOException.class);
        HeldProcessors.to(List.of()).close();
        assertThat(allowed("thread-self")).isEqualTo(before);
    }
}
