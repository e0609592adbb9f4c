package dev.dyno.cluster.group;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes and reads the certificates of a group's members, which are signed by an authority of the group. A member with a key
 * signed by it is admitted, regardless of its name and address.
 *
 * <p>Private keys are in PKCS #12 files that only their owner may read. Their password is no secret, because it would have to be
 * stored beside them; the format requires one.
 */
public final class Keys {

    /** File in the folder of a member: its key, its certificate, and the certificate of the authority. */
    static final String MEMBER_FILE = "member.p12";

    /** File in the folder of all members: the signing key. It makes further certificates; no member needs it. */
    static final String AUTHORITY_FILE = "authority.p12";

    private static final char[] PASSWORD = "dyno-keys".toCharArray();
    private static final String AUTHORITY = "authority";
    private static final String MEMBER = "member";

    /** Options of keytool for a key pair whose certificate is valid for ten years. */
    private static final String KEYTOOL =
            "-genkeypair -keyalg EC -groupname secp256r1 -validity 3650 -storetype PKCS12 -storepass dyno-keys";

    private static final long PATIENCE_S = 60;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,58}[A-Za-z0-9])?");

    private Keys() {}

    /**
     * Makes a certificate authority in a folder, and in it a folder for each name with a key and a certificate; existing keys and
     * an existing authority are kept.
     *
     * @param folder created if missing
     * @param names of machines or workers; letters, digits, dots and dashes
     * @return the folders to give to the members, in the order of the names
     * @throws GroupException if they cannot be made
     */
    public static List<Path> make(Path folder, List<String> names) throws GroupException {
        for (final String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new GroupException("'" + name
                        + "' is not the name of a key; must be of letters, digits, dots and dashes, at most 60.");
            }
        }
        try {
            Files.createDirectories(folder, owners("rwx------"));
            final Path authority = folder.resolve(AUTHORITY_FILE);
            if (!Files.exists(authority)) {
                final String rights = "-ext bc:c=ca:true,pathlen:0 -ext ku:c=keyCertSign";
                save(made(AUTHORITY, "Dyno authority", rights, Optional.empty()), authority);
            }
            final List<Path> made = new ArrayList<>();
            for (final String name : names) {
                final Path member = folder.resolve(name);
                Files.createDirectories(member, owners("rwx------"));
                if (!Files.exists(member.resolve(MEMBER_FILE))) {
                    makeMember(authority, name, member.resolve(MEMBER_FILE));
                }
                made.add(member);
            }
            return List.copyOf(made);
        } catch (IOException | GeneralSecurityException e) {
            throw new GroupException(folder + ": keys cannot be made there: " + e, e);
        }
    }

    /** TLS context of a member's folder; trusts only certificates signed by its authority. */
    static SSLContext context(Path folder) throws GroupException {
        final Path file = folder.resolve(MEMBER_FILE);
        if (!Files.isReadable(file)) {
            throw new GroupException(folder + ": is not the keys of a member; must be a folder with a readable "
                    + MEMBER_FILE + ", made by dyno worker keys.");
        }
        try {
            final KeyStore store = load(file);
            final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            final TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            final SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new GroupException(file + ": cannot be read as keys: " + e, e);
        }
    }

    private static void makeMember(Path authority, String name, Path file)
            throws IOException, GeneralSecurityException, GroupException {
        final String rights = "-signer " + AUTHORITY + " -ext ku:c=digitalSignature -ext eku=serverAuth,clientAuth";
        final KeyStore both = made(MEMBER, name, rights, Optional.of(authority));
        final KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, PASSWORD);
        own.setKeyEntry(MEMBER, both.getKey(MEMBER, PASSWORD), PASSWORD, both.getCertificateChain(MEMBER));
        own.setCertificateEntry(AUTHORITY, both.getCertificate(AUTHORITY));
        save(own, file);
    }

    /**
     * Makes a key pair and its certificate with the keytool of this JDK, because its library makes keys but no certificates.
     *
     * @param name in the certificate
     * @param rights options of keytool
     * @param signers store in which the signer is
     * @return a store with the key pair and its certificate, and with all that {@code signers} has
     */
    private static KeyStore made(String alias, String name, String rights, Optional<Path> signers)
            throws IOException, GeneralSecurityException, GroupException {
        final Path work = Files.createTempDirectory("dyno-keys");
        final Path store = work.resolve("store.p12");
        try {
            if (signers.isPresent()) {
                Files.copy(signers.get(), store);
            }
            final List<String> command = new ArrayList<>();
            command.add(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
            // It ends before an optimizing compiler or a second collecting thread pays.
            command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
            command.addAll(List.of("-alias", alias, "-dname", "CN=" + name, "-keystore", store.toString()));
            command.addAll(List.of((KEYTOOL + " " + rights).split(" ", -1)));
            run(command);
            return load(store);
        } finally {
            Files.deleteIfExists(store);
            Files.delete(work);
        }
    }

    private static void run(List<String> command) throws IOException, GroupException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try {
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new GroupException("keytool of the JDK could not make a key: "
                        + said.strip().lines().findFirst().orElse("it said nothing") + ".");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GroupException("The making of keys was given up.", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    /** Writes a store to another file and renames it, so that nobody sees a part of a store; others can never read it. */
    private static void save(KeyStore store, Path file) throws IOException, GeneralSecurityException {
        final Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        Files.createFile(part, owners("rw-------"));
        try (OutputStream out = Files.newOutputStream(part)) {
            store.store(out, PASSWORD);
        }
        Files.move(part, file);
    }

    /** Permissions for the owner only, if the file system has them. */
    private static FileAttribute<?>[] owners(String rights) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
