package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Anybody can write to the folder for temporary files, and tools of several containers may share it. */
@DisabledOnOs(OS.WINDOWS)
class LeftoversTest {

    /** A process of this user that runs, and must not be ended for the words of others. */
    private static final String VICTIM = Leftovers.identities(List.of()).get(0);

    @TempDir
    Path folder = Path.of("");

    /** The mark of a tool that has died, in a folder with these permissions. */
    private Path left(String name, String permissions) throws Exception {
        Path made = Files.createDirectory(folder.resolve(name));
        dead(VICTIM).write(made);
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
    }

    /** @param identity of a tool that runs; nothing has its id now */
    private static DataMark dead(String identity) {
        return new DataMark("nats", Map.of(), List.of(identity.replaceFirst("^[0-9]+ [0-9]+", "1 0")));
    }

    @Test
    void whatADeadToolLeftIsDeleted() throws Exception {
        Path left = left("dyno-broker-1", "rwx------");
        Leftovers.sweepAll(folder);
        assertThat(left).doesNotExist();
    }

    @Test
    void aFolderThatOthersMayHaveMadeIsLeftAlone() throws Exception {
        Path open = left("dyno-broker-1", "rwxr-xr-x");
        Path elsewhere = left("elsewhere", "rwx------");
        Path link = Files.createSymbolicLink(folder.resolve("dyno-broker-2"), elsewhere);
        Leftovers.sweepAll(folder);
        assertThat(open).isDirectory();
        assertThat(link).isSymbolicLink();
        assertThat(elsewhere).isNotEmptyDirectory();
    }

    @Test
    void aFolderOfAnotherUserIsLeftAlone() throws Exception {
        Path other = left("dyno-broker-1", "rwx------");
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a folder away");
        Files.setAttribute(other, "unix:uid", 65_534);
        Leftovers.sweepAll(folder);
        assertThat(other).isNotEmptyDirectory();
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aMarkThatIsNoFileIsNotRead() throws Exception {
        Path named = Files.createDirectory(folder.resolve("dyno-broker-1"));
        assertThat(new ProcessBuilder("mkfifo", named.resolve("dyno-broker").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(DataMark.read(named)).isEmpty();
    }

    /** An id of one container is that of another process in the next, or of none. */
    @Test
    void aToolInAnotherContainerIsNotTakenForDead() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/ns/pid")), "only Linux has namespaces of processes");
        assertThat(VICTIM).contains("pid:[");
        Path left = left("dyno-broker-1", "rwx------");
        dead(VICTIM.replaceFirst("pid:\\[", "pid:[9")).write(left);
        Leftovers.sweepAll(folder);
        assertThat(left).isNotEmptyDirectory();
    }
}
