package dev.dyno.cluster.group;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The group knows nothing of loads, and nobody else knows of JGroups. */
class GroupArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            // Of those that have nothing to do with groups, one.
            .importPackages("dev.dyno.cluster", "dev.dyno.model.pace");

    @Test
    void aGroupUsesNothingOfDynoButItsClock() {
        classes()
                .that()
                .resideInAPackage("dev.dyno.cluster.group")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.dyno.cluster.group",
                        "dev.dyno.driver",
                        "java..",
                        "javax.net.ssl",
                        "javax.crypto..",
                        "org.jgroups..",
                        "org.jspecify.annotations")
                .check(CLASSES);
    }

    @Test
    void nobodyElseUsesJGroups() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.dyno.cluster.group")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jgroups..")
                .check(CLASSES);
    }
}
