package dev.dyno.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileReasonTest {

    @Test
    void aReasonNamesNeitherTheFileNorTheClass() {
        assertThat(FileReason.of(new AccessDeniedException("/x"))).isEqualTo("access denied");
        assertThat(FileReason.of(new NoSuchFileException("/x"))).isEqualTo("the folder or file does not exist");
        assertThat(FileReason.of(new FileSystemException("/x", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileReason.of(new IOException("odd"))).isEqualTo("odd");
        assertThat(FileReason.of(new IOException())).isEqualTo("IOException");
    }
}
