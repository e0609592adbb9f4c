package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class KeysTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void oneAuthorityAndAFolderForEachMemberThatOnlyTheOwnerCanRead() throws Exception {
        final Path keys = folder.resolve("keys");
        assertThat(Keys.make(keys, List.of("coordinator", "worker-1")))
                .containsExactly(keys.resolve("coordinator"), keys.resolve("worker-1"));
        try (Stream<Path> all = Files.walk(keys)) {
            assertThat(all.map(one -> keys.relativize(one) + " " + rights(one)).sorted())
                    .containsExactly(
                            " rwx------",
                            "authority.p12 rw-------",
                            "coordinator rwx------",
                            "coordinator/member.p12 rw-------",
                            "worker-1 rwx------",
                            "worker-1/member.p12 rw-------");
        }
        assertThat(Keys.context(keys.resolve("worker-1")).getProtocol()).isEqualTo("TLSv1.3");
    }

    @Test
    void whatIsThereIsKeptAndMoreIsSignedByTheSameAuthority() throws Exception {
        Keys.make(folder, List.of("a"));
        final byte[] authority = Files.readAllBytes(folder.resolve("authority.p12"));
        final byte[] a = Files.readAllBytes(folder.resolve("a/member.p12"));
        Keys.make(folder, List.of("a", "b"));
        assertThat(folder.resolve("authority.p12")).hasBinaryContent(authority);
        assertThat(folder.resolve("a/member.p12")).hasBinaryContent(a);
        assertThat(folder.resolve("b/member.p12")).exists();
    }

    @Test
    void aNameThatWouldLeadElsewhereIsRefused() {
        for (final String name : List.of("", "../a", "a/b", ".a", "a b", "a,O=b")) {
            assertThatThrownBy(() -> Keys.make(folder, List.of(name)))
                    .isInstanceOf(GroupException.class)
                    .hasMessage("'" + name
                            + "' is not the name of a key; must be of letters, digits, dots and dashes, at most 60.");
        }
    }

    @Test
    void aFolderWithoutKeysIsSaidSo() throws IOException {
        assertThatThrownBy(() -> Keys.context(folder))
                .isInstanceOf(GroupException.class)
                .hasMessage(
                        folder + ": is not the keys of a member; must be a folder with a readable member.p12, made by"
                                + " dyno worker keys.");
        Files.writeString(folder.resolve("member.p12"), "no keys");
        assertThatThrownBy(() -> Keys.context(folder))
                .isInstanceOf(GroupException.class)
                .hasMessageStartingWith(folder.resolve("member.p12") + ": cannot be read as keys: ");
    }

    private static String rights(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
