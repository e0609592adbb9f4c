package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Origin of a broker's program. Texts may hold placeholders. */
public sealed interface Software {

    /**
     * Jars that come with Dyno.
     *
     * @param folder of the jars, relative to the dyno home
     */
    record Bundled(Path folder, Jvm jvm) implements Software {}

    /**
     * Jars that are fetched on first use into the user's local Maven repository.
     *
     * @param artifacts {@code group:artifact:version}, each fetched with its dependencies
     * @param exclude {@code group:artifact} that is never fetched
     * @param pin {@code group:artifact:version} that replaces any other version
     */
    record Fetched(List<String> artifacts, List<String> exclude, List<String> pin, Jvm jvm) implements Software {

        public Fetched {
            artifacts = List.copyOf(artifacts);
            exclude = List.copyOf(exclude);
            pin = List.copyOf(pin);
        }
    }

    /**
     * A program that may be installed on this machine.
     *
     * @param program its file name
     * @param lookIn folders to search after those of the PATH
     * @param wrappedIn folders of the PATH whose file of that name is a wrapper of the system, which is used last
     * @param install how to install it, one sentence
     * @param versionCommand prints the version
     * @param versionPattern pattern whose first group is the version in that output
     * @param pythonPackage package with the program as a file, with the same version numbers
     * @param image image with any version of it
     */
    record Installed(
            String program,
            List<Path> lookIn,
            List<Path> wrappedIn,
            String install,
            List<String> versionCommand,
            String versionPattern,
            Optional<String> pythonPackage,
            Optional<Image> image)
            implements Software {

        public Installed {
            lookIn = List.copyOf(lookIn);
            wrappedIn = List.copyOf(wrappedIn);
            versionCommand = List.copyOf(versionCommand);
        }

        /** Whether the user names the image itself in place of a version. */
        boolean isAnyImage() {
            return image.isPresent() && image.get().name().equals("${version}");
        }
    }

    /**
     * Image of a container.
     *
     * @param name with {@code ${version}} in it
     * @param entrypoint the program in it; empty = the image's own
     * @param versionCommand prints the version, in the container
     * @param publish pairs of ports outside and inside; empty = it uses the network, the data folder and the user of this machine
     */
    record Image(String name, Optional<String> entrypoint, List<String> versionCommand, List<String> publish) {

        public Image {
            publish = List.copyOf(publish);
            versionCommand = List.copyOf(versionCommand);
        }
    }

    /**
     * Command for running jars.
     *
     * @param main main class
     * @param flags of the JVM
     * @param launcher folder of jars of ours that come first on the class path, relative to the dyno home
     * @param newestJava newest major version of Java that can run it; empty = any
     */
    record Jvm(String main, List<String> flags, Optional<Path> launcher, OptionalInt newestJava) {

        public Jvm {
            flags = List.copyOf(flags);
        }
    }
}
